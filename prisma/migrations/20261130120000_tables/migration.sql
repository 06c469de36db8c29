-- The clock comes first: every other table takes its times from nod_now().
-- CreateTable
CREATE TABLE "clock_offset" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "offset_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "clock_offset_pkey" PRIMARY KEY ("id")
);

-- The one clock that decides deadlines. Tests shift it by a row in clock_offset; that table is empty everywhere else.
-- Whole milliseconds, as stored: a time that was written compares equal to the time that was read.
CREATE FUNCTION nod_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL RESTRICTED AS $$
  SELECT date_trunc('milliseconds', clock_timestamp())
       + coalesce((SELECT offset_ms FROM clock_offset), 0) * interval '1 millisecond'
$$;

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "suspended_at" TIMESTAMPTZ(3),
    "delivery_mode" TEXT NOT NULL DEFAULT 'push_first',
    "pending_limit" INTEGER NOT NULL DEFAULT 25,
    "pending_per_session_limit" INTEGER NOT NULL DEFAULT 3,
    "notification_limit" INTEGER NOT NULL DEFAULT 10,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "web_session" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "open_until" TIMESTAMPTZ(3),

    CONSTRAINT "web_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "end_user" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),

    CONSTRAINT "end_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "bound_end_user_id" UUID,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "secret" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "workspace_id" UUID,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_token" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "expires_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "device" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "member_id" UUID,
    "end_user_id" UUID,
    "web_session_id" UUID,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "browser" TEXT NOT NULL DEFAULT '',
    "os" TEXT NOT NULL DEFAULT '',
    "channel" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "external_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'active',
    "status_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "last_delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "device_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_session" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "agent_type" TEXT NOT NULL DEFAULT '',
    "machine_id" TEXT NOT NULL DEFAULT '',
    "session_id" TEXT NOT NULL,
    "agent_name" TEXT NOT NULL DEFAULT '',
    "cwd" TEXT,
    "repo_key" TEXT,
    "last_action" TEXT,
    "tool_aware" BOOLEAN,
    "local_surface" BOOLEAN,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "hook_seen_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "handing_off_until" TIMESTAMPTZ(3),

    CONSTRAINT "agent_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'question',
    "origin" TEXT NOT NULL DEFAULT 'ask',
    "state" TEXT NOT NULL DEFAULT 'pending',
    "key_id" UUID,
    "key_kind" TEXT NOT NULL,
    "end_user_id" UUID,
    "agent_session_id" UUID,
    "session_id" TEXT,
    "machine_id" TEXT,
    "repo_key" TEXT,
    "agent_name" TEXT NOT NULL DEFAULT '',
    "type" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "options" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rich" JSONB,
    "placeholder" TEXT,
    "context" TEXT,
    "intent" TEXT,
    "action" TEXT,
    "blocker" TEXT,
    "action_body" TEXT,
    "action_body_size" INTEGER,
    "tool_name" TEXT,
    "tool_target" TEXT,
    "tool_path" TEXT,
    "scope_path" TEXT,
    "danger" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "idempotency_key" TEXT,
    "content_digest" TEXT NOT NULL,
    "is_hook_ask" BOOLEAN NOT NULL DEFAULT false,
    "wait_ends_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "env" TEXT,
    "held" TEXT,
    "delivery_mode" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "external_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "subscriber_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "callback_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "listening_until" TIMESTAMPTZ(3),
    "last_polled_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "settled_reason" TEXT,
    "answer_value" TEXT,
    "answer_note" TEXT,
    "answer_source" TEXT,
    "answered_by" UUID,
    "answered_on" UUID,
    "picked_up_at" TIMESTAMPTZ(3),

    CONSTRAINT "question_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "key_id" UUID,
    "linked_question_id" UUID,
    "type" TEXT NOT NULL DEFAULT 'info',
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "url" TEXT,
    "icon_url" TEXT,
    "image_url" TEXT,
    "context" JSONB,
    "agent_name" TEXT NOT NULL DEFAULT '',
    "session_id" TEXT,
    "machine_id" TEXT,
    "completion" BOOLEAN NOT NULL DEFAULT false,
    "env" TEXT,
    "suppressed" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "device_id" UUID NOT NULL,
    "question_id" UUID,
    "notification_id" UUID,
    "kind" TEXT NOT NULL,
    "token_hashes" BYTEA[] DEFAULT ARRAY[]::BYTEA[],
    "token_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "displayed_at" TIMESTAMPTZ(3),
    "clicked_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "suppressed" TEXT,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_message" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "question_id" UUID,
    "kind" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_head" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ledger_head_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "workspace_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT nod_now(),
    "event" TEXT NOT NULL,
    "subject_id" UUID,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("workspace_id","seq")
);


-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE INDEX "member_person_id_idx" ON "member"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "member_workspace_id_person_id_key" ON "member"("workspace_id", "person_id");

-- CreateIndex
CREATE INDEX "web_session_person_id_idx" ON "web_session"("person_id");

-- CreateIndex
CREATE INDEX "web_session_member_id_idx" ON "web_session"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "end_user_workspace_id_external_id_key" ON "end_user"("workspace_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_prefix_key" ON "api_key"("prefix");

-- CreateIndex
CREATE INDEX "api_key_workspace_id_idx" ON "api_key"("workspace_id");

-- CreateIndex
CREATE INDEX "api_key_member_id_idx" ON "api_key"("member_id");

-- CreateIndex
CREATE INDEX "secret_workspace_id_idx" ON "secret"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_token_token_hash_key" ON "one_time_token"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "device_endpoint_key" ON "device"("endpoint");

-- CreateIndex
CREATE INDEX "device_workspace_id_status_idx" ON "device"("workspace_id", "status");

-- CreateIndex
CREATE INDEX "device_member_id_idx" ON "device"("member_id");

-- CreateIndex
CREATE INDEX "device_end_user_id_idx" ON "device"("end_user_id");

-- CreateIndex
CREATE INDEX "device_web_session_id_idx" ON "device"("web_session_id");

-- CreateIndex
CREATE UNIQUE INDEX "agent_session_workspace_id_session_id_machine_id_agent_type_key" ON "agent_session"("workspace_id", "session_id", "machine_id", "agent_type");

-- CreateIndex
CREATE INDEX "question_workspace_id_created_at_id_idx" ON "question"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "question_agent_session_id_idx" ON "question"("agent_session_id");

-- CreateIndex
CREATE INDEX "question_end_user_id_idx" ON "question"("end_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "notification_linked_question_id_key" ON "notification"("linked_question_id");

-- CreateIndex
CREATE INDEX "notification_workspace_id_created_at_id_idx" ON "notification"("workspace_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "delivery_question_id_idx" ON "delivery"("question_id");

-- CreateIndex
CREATE INDEX "delivery_notification_id_idx" ON "delivery"("notification_id");

-- CreateIndex
CREATE INDEX "delivery_device_id_created_at_idx" ON "delivery"("device_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "delivery_workspace_id_idx" ON "delivery"("workspace_id");

-- CreateIndex
CREATE INDEX "outbox_message_workspace_id_created_at_idx" ON "outbox_message"("workspace_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "outbox_message_question_id_idx" ON "outbox_message"("question_id");

-- CreateIndex
CREATE INDEX "ledger_entry_subject_id_idx" ON "ledger_entry"("subject_id");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "web_session" ADD CONSTRAINT "web_session_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "web_session" ADD CONSTRAINT "web_session_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "end_user" ADD CONSTRAINT "end_user_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_bound_end_user_id_fkey" FOREIGN KEY ("bound_end_user_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "secret" ADD CONSTRAINT "secret_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device" ADD CONSTRAINT "device_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device" ADD CONSTRAINT "device_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device" ADD CONSTRAINT "device_end_user_id_fkey" FOREIGN KEY ("end_user_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device" ADD CONSTRAINT "device_web_session_id_fkey" FOREIGN KEY ("web_session_id") REFERENCES "web_session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_session" ADD CONSTRAINT "agent_session_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_end_user_id_fkey" FOREIGN KEY ("end_user_id") REFERENCES "end_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "question" ADD CONSTRAINT "question_agent_session_id_fkey" FOREIGN KEY ("agent_session_id") REFERENCES "agent_session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_linked_question_id_fkey" FOREIGN KEY ("linked_question_id") REFERENCES "question"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notification"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_question_id_fkey" FOREIGN KEY ("question_id") REFERENCES "question"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_head" ADD CONSTRAINT "ledger_head_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
