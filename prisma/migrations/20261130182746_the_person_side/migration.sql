-- AlterTable
ALTER TABLE "agent_session" ADD COLUMN     "errored_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_input_at" TIMESTAMPTZ(3),
ADD COLUMN     "stopped_until" TIMESTAMPTZ(3),
ADD COLUMN     "turn_ended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "digested_at" TIMESTAMPTZ(3),
ADD COLUMN     "held" TEXT,
ADD COLUMN     "reminder_id" UUID,
ADD COLUMN     "shown" JSONB;

-- AlterTable
ALTER TABLE "device" ADD COLUMN     "gets_questions" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "gets_reminders" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "gets_updates" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "hides_text" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "delivery_mode" TEXT,
ADD COLUMN     "digest_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "mode_override" TEXT,
ADD COLUMN     "mode_override_until" TIMESTAMPTZ(3),
ADD COLUMN     "quiet_from" INTEGER,
ADD COLUMN     "quiet_to" INTEGER,
ADD COLUMN     "snoozed_until" TIMESTAMPTZ(3),
ADD COLUMN     "time_zone_chosen" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "updates" TEXT NOT NULL DEFAULT 'all',
ADD COLUMN     "urgent_through" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "agent_session_id" UUID;

-- AlterTable
ALTER TABLE "one_time_token" ADD COLUMN     "workspace_id" UUID;

-- AlterTable
ALTER TABLE "question" ADD COLUMN     "remind_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "web_session" ADD COLUMN     "foreground_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "grace_seconds" INTEGER NOT NULL DEFAULT 8,
ADD COLUMN     "push_first_seconds" INTEGER NOT NULL DEFAULT 20,
ADD COLUMN     "push_only_seconds" INTEGER NOT NULL DEFAULT 45,
ADD COLUMN     "stopped_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "agent_event" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "agent_session_id" UUID,
    "hook_id" TEXT,
    "event" TEXT NOT NULL,
    "line" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),

    CONSTRAINT "agent_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reminder" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "key_id" UUID,
    "title" TEXT,
    "body" TEXT NOT NULL,
    "fire_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "reason" TEXT,
    "request_id" TEXT,
    "content_digest" TEXT NOT NULL,
    "agent_name" TEXT NOT NULL DEFAULT '',
    "session_id" TEXT,
    "machine_id" TEXT,
    "env" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "settled_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "reminder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chore" (
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chore_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "agent_event_agent_session_id_created_at_idx" ON "agent_event"("agent_session_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "agent_event_created_at_idx" ON "agent_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "agent_event_workspace_id_hook_id_key" ON "agent_event"("workspace_id", "hook_id");

-- CreateIndex
CREATE INDEX "reminder_workspace_id_created_at_id_idx" ON "reminder"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reminder_member_id_fire_at_idx" ON "reminder"("member_id", "fire_at");

-- CreateIndex
CREATE INDEX "reminder_key_id_idx" ON "reminder"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "reminder_workspace_id_member_id_request_id_key" ON "reminder"("workspace_id", "member_id", "request_id");

-- CreateIndex
CREATE INDEX "agent_session_workspace_id_last_seen_at_idx" ON "agent_session"("workspace_id", "last_seen_at" DESC);

-- CreateIndex
CREATE INDEX "agent_session_workspace_id_machine_id_idx" ON "agent_session"("workspace_id", "machine_id");

-- CreateIndex
CREATE INDEX "delivery_reminder_id_idx" ON "delivery"("reminder_id");

-- CreateIndex
CREATE INDEX "notification_agent_session_id_idx" ON "notification"("agent_session_id");

-- CreateIndex
CREATE INDEX "one_time_token_workspace_id_idx" ON "one_time_token"("workspace_id");

-- AddForeignKey
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_event" ADD CONSTRAINT "agent_event_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_event" ADD CONSTRAINT "agent_event_agent_session_id_fkey" FOREIGN KEY ("agent_session_id") REFERENCES "agent_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_agent_session_id_fkey" FOREIGN KEY ("agent_session_id") REFERENCES "agent_session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_reminder_id_fkey" FOREIGN KEY ("reminder_id") REFERENCES "reminder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the tables must never hold, whatever the program does.
ALTER TABLE workspace ADD CONSTRAINT workspace_delivery_mode CHECK (delivery_mode IN ('push_first', 'push_only', 'notify_only', 'terminal_only'));
ALTER TABLE workspace ADD CONSTRAINT workspace_windows CHECK (grace_seconds BETWEEN 0 AND 55 AND push_first_seconds BETWEEN 1 AND 55 AND push_only_seconds BETWEEN 1 AND 55);
ALTER TABLE member ADD CONSTRAINT member_delivery_mode CHECK (delivery_mode IN ('push_first', 'push_only', 'notify_only', 'terminal_only'));
ALTER TABLE member ADD CONSTRAINT member_mode_override CHECK (mode_override IN ('push_first', 'push_only', 'notify_only', 'terminal_only') AND mode_override_until IS NOT NULL OR mode_override IS NULL);
ALTER TABLE member ADD CONSTRAINT member_quiet CHECK (num_nulls(quiet_from, quiet_to) = 2 OR (quiet_from BETWEEN 0 AND 1439 AND quiet_to BETWEEN 0 AND 1439 AND quiet_from <> quiet_to));
ALTER TABLE member ADD CONSTRAINT member_updates CHECK (updates IN ('all', 'important', 'none'));
ALTER TABLE reminder ADD CONSTRAINT reminder_status CHECK (status IN ('scheduled', 'firing', 'dispatched', 'suppressed', 'failed', 'cancelled'));
ALTER TABLE reminder ADD CONSTRAINT reminder_settled CHECK ((status IN ('scheduled', 'firing')) = (settled_at IS NULL));

CREATE INDEX question_remind ON question (remind_at) WHERE state = 'pending' AND remind_at IS NOT NULL;
CREATE INDEX member_digest ON member (digest_due_at) WHERE digest_due_at IS NOT NULL;
CREATE INDEX reminder_due ON reminder (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_held_back ON delivery (workspace_id) WHERE suppressed IN ('snoozed', 'quiet_hours') AND digested_at IS NULL;
INSERT INTO chore (name, due_at) VALUES ('tidy', nod_now());
