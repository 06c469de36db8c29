import { type Finding, oneOf, when } from '@/lib/policies/destructive-words';
import type { ShellWord } from '@/lib/policies/shell-command';

const publishes = 'Publishes or deploys';
const cluster = 'Deletes cluster resources';
const infrastructure = 'Changes or destroys infrastructure';
const stored = 'Removes stored images or volumes';
const cloud = 'Deletes cloud resources';
const database = 'Deletes data in a database';

/** Programs, what one of the words after them must be (options and their values between them do not matter), and what that does. */
const rules: [programs: string, words: RegExp, sentence: string][] = [
  [
    'npm pnpm yarn bun cargo gem twine poetry uv flit hatch lerna vsce ovsx jsr dart mvn gradle',
    /^(?:publish|upload|unpublish|push|yank|release)$/,
    publishes,
  ],
  ['npm pnpm yarn bun', /^(?:deploy|deprecate)$/, publishes],
  ['docker podman nerdctl buildah skopeo', /^(?:push|--push)$/, publishes],
  [
    'vercel netlify fly flyctl wrangler firebase serverless sls sst amplify railway render surge eas cdk sam dokku kamal cap fab copilot now gcloud aws az heroku supabase pulumi',
    /^(?:deploy|--prod|--production|publish|release|promote|rollback)(?::|$)/,
    publishes,
  ],
  ['gh', /^release$/, publishes],
  ['helm', /^(?:upgrade|install|rollback)$/, publishes],
  ['goreleaser semantic-release release-it np standard-version changeset', /^(?:release|publish)$/, publishes],
  ['kubectl oc', /^(?:delete|drain|cordon)$|^--force$/, cluster],
  ['helm', /^(?:uninstall|delete|del)$/, cluster],
  ['terraform tofu terragrunt pulumi cdk cdktf', /^(?:apply|destroy|up|taint|import|run-all)$/, infrastructure],
  ['docker podman nerdctl docker-compose', /^(?:prune|rmi)$/, stored],
  [
    'aws gcloud az gh doctl heroku fly flyctl gsutil s3cmd rclone mc linode-cli hcloud scw vercel netlify wrangler firebase supabase',
    /^(?:delete|destroy|purge|terminate|remove|rm|rb|deletefile|rmdir)(?:[-:].*)?$|[-:](?:delete|destroy|purge|terminate|reset)$/,
    cloud,
  ],
  ['aws gsutil rclone', /^(?:--delete|-d|sync)$/, cloud],
  ['dropdb mysqladmin', /./, database],
  ['redis-cli', /^flush(?:all|db)$/i, database],
  ['prisma', /^(?:reset|--force-reset|--accept-data-loss)$/, database],
  [
    'rails rake bin/rails php artisan supabase knex sequelize drizzle-kit typeorm',
    /^(?:db:(?:drop|reset|migrate:reset|schema:load)|migrate:(?:fresh|reset)|db:wipe|reset|drop|schema:drop)$/,
    database,
  ],
];
const byProgram = new Map<string, [RegExp, string][]>();
for (const [programs, words, sentence] of rules)
  for (const program of programs.split(' '))
    byProgram.set(program, [...(byProgram.get(program) ?? []), [words, sentence]]);

/** These publish without being told to. */
const always = new Set('semantic-release release-it np vercel surge kamal-deploy'.split(' '));
const harmlessAlone =
  /^(?:--version|-v|--help|-h|version|help|login|logout|whoami|env|link|logs|inspect|ls|list|dev|build|pull|--dry-run|-d)$/;

/** `npm run deploy`, `make release`, ./deploy.sh: a name that says so. */
const namesDeploy = /(?:^|[:_./-])(?:deploy|publish|release)(?:$|[:_.-](?!log|status|history|notes|list|check|dry))/i;
const scriptRunners = new Set(
  'npm pnpm yarn bun make gmake just task rake nx turbo moon lerna mage invoke deno sh bash zsh source . php'.split(
    ' ',
  ),
);

/** What tools for packages, servers, clouds and databases do with these words that cannot be undone. */
export function toolFindings(program: string, words: ShellWord[]): (Finding | undefined)[] {
  const found = (byProgram.get(program) ?? []).map(([pattern, sentence]) => when(oneOf(words, pattern), sentence));
  if (always.has(program) && !words.some(({ shape }) => harmlessAlone.test(shape))) found.push({ sentence: publishes });
  if (scriptRunners.has(program))
    found.push(
      when(
        words.find(({ shape }) => !shape.startsWith('-') && namesDeploy.test(shape)),
        publishes,
      ),
    );
  else if (namesDeploy.test(program) && !program.includes('release-it')) found.push({ sentence: publishes });
  if (/^(?:docker|podman|nerdctl|docker-compose)$/.test(program)) found.push(...volumes(words));
  if (/^(?:curl|wget|http|https|xh|gh)$/.test(program)) found.push(...requests(words));
  return found;
}

function volumes(words: ShellWord[]): (Finding | undefined)[] {
  const texts = words.map(({ text }) => text ?? '');
  const removed = words.find((_, index) => texts[index - 1] === 'volume' && /^(?:rm|remove)$/.test(texts[index] ?? ''));
  const down = texts.includes('down') ? oneOf(words, /^(?:-v|--volumes|--rmi.*)$/) : undefined;
  return [when(removed, stored), when(down, stored)];
}

function requests(words: ShellWord[]): (Finding | undefined)[] {
  const method = words.find(({ shape }, index) => {
    if (/^(?:-X|--request=|--method=)=?DELETE$/i.test(shape) || shape === 'DELETE') return true;
    return /^delete$/i.test(shape) && /^(?:-X|--request|--method)$/.test(words[index - 1]?.shape ?? '');
  });
  return [when(method, 'Deletes through an API')];
}
