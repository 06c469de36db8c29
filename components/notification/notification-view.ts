import type { QuestionView } from '@/components/question/question-view';

/** All that the page of a notification shows. Times are ISO strings; texts of the agent are as it sent them. */
export type NotificationView = {
  type: 'task_complete' | 'error' | 'info';
  title: string;
  body: string;
  agentLabel: string;
  project?: string;
  at: string;
  /** Where the agent points to. */
  url?: string;
  sessionId?: string;
  machineId?: string;
  isTest: boolean;
  context: {
    summary?: string;
    details?: string[];
    filesChanged?: string[];
    errorMessage?: string;
    errorFile?: string;
    nextSteps?: string;
  };
  deliveries: { device: string; acceptedAt?: string; displayedAt?: string; failure?: string }[];
  question?: QuestionView;
};
