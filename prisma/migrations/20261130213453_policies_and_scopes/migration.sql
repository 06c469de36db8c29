-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "policy_preset" TEXT NOT NULL DEFAULT 'balanced';

-- CreateTable
CREATE TABLE "policy_rule" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "pattern" TEXT NOT NULL,
    "effect" TEXT NOT NULL,
    "repo_key" TEXT,
    "agent_session_id" UUID,
    "mode" TEXT,
    "timeout_seconds" INTEGER,
    "timeout_action" TEXT,
    "push_first_seconds" INTEGER,
    "origin" TEXT NOT NULL DEFAULT 'written',
    "question_id" UUID,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "policy_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "declined_rule" (
    "workspace_id" UUID NOT NULL,
    "pattern" TEXT NOT NULL,
    "repo_key" TEXT NOT NULL DEFAULT '',
    "declined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),

    CONSTRAINT "declined_rule_pkey" PRIMARY KEY ("workspace_id","pattern","repo_key")
);

-- CreateTable
CREATE TABLE "scope" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "agent_session_id" UUID,
    "question_id" UUID NOT NULL,
    "session_id" TEXT NOT NULL,
    "machine_id" TEXT,
    "agent_name" TEXT NOT NULL DEFAULT '',
    "cwd" TEXT,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "sent_allowed" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sent_off_limits" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "allowed_paths" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "off_limits_paths" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "promises" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "done_when" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "settled_at" TIMESTAMPTZ(3),
    "ratified_by" UUID,
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "scope_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scope_widening" (
    "scope_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "question_id" UUID NOT NULL,
    "member_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),

    CONSTRAINT "scope_widening_pkey" PRIMARY KEY ("scope_id","path")
);

-- CreateIndex
CREATE INDEX "policy_rule_workspace_id_idx" ON "policy_rule"("workspace_id");

-- CreateIndex
CREATE INDEX "policy_rule_agent_session_id_idx" ON "policy_rule"("agent_session_id");

-- CreateIndex
CREATE UNIQUE INDEX "scope_question_id_key" ON "scope"("question_id");

-- CreateIndex
CREATE INDEX "scope_workspace_id_created_at_id_idx" ON "scope"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "scope_agent_session_id_idx" ON "scope"("agent_session_id");

-- AddForeignKey
ALTER TABLE "policy_rule" ADD CONSTRAINT "policy_rule_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policy_rule" ADD CONSTRAINT "policy_rule_agent_session_id_fkey" FOREIGN KEY ("agent_session_id") REFERENCES "agent_session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "declined_rule" ADD CONSTRAINT "declined_rule_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scope" ADD CONSTRAINT "scope_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scope" ADD CONSTRAINT "scope_agent_session_id_fkey" FOREIGN KEY ("agent_session_id") REFERENCES "agent_session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scope_widening" ADD CONSTRAINT "scope_widening_scope_id_fkey" FOREIGN KEY ("scope_id") REFERENCES "scope"("id") ON DELETE CASCADE ON UPDATE CASCADE;
