-- AlterTable
ALTER TABLE "device" ADD COLUMN     "custom_data" JSONB;

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "content_digest" TEXT,
ADD COLUMN     "extra" JSONB,
ADD COLUMN     "idempotency_key" TEXT;

-- AlterTable
ALTER TABLE "outbox_message" ADD COLUMN     "failed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "question" ADD COLUMN     "answered_by_key" UUID,
ADD COLUMN     "decision" JSONB,
ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "sandbox_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "wire" JSONB;

-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "decision_limit" INTEGER NOT NULL DEFAULT 1000,
ADD COLUMN     "end_user_decision_limit" INTEGER NOT NULL DEFAULT 25;

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "outbox_message_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "manual" BOOLEAN NOT NULL DEFAULT false,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "duration_ms" INTEGER,
    "status_code" INTEGER,
    "failure" TEXT,
    "response" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_attempt_workspace_id_idx" ON "webhook_attempt"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempt_outbox_message_id_number_key" ON "webhook_attempt"("outbox_message_id", "number");

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_outbox_message_id_fkey" FOREIGN KEY ("outbox_message_id") REFERENCES "outbox_message"("id") ON DELETE CASCADE ON UPDATE CASCADE;
