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
  /** Why nobody was alerted. */
  suppressed?: string;
  deliveries: { kind: 'fact' | 'you' | 'stopped' | 'notReported'; title: string; detail?: string; at?: string }[];
  question?: QuestionView;
};
