import { type Finding, isDryRun, oneOf, option, when } from '@/lib/policies/destructive-words';
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
    'npm pnpm yarn bun cargo gem twine poetry uv flit hatch lerna vsce ovsx jsr dart flutter mvn mvnw gradle gradlew',
    /^(?:publish|upload|unpublish|push|yank|release)$/,
    publishes,
  ],
  // npm takes its commands cut short.
  ['npm pnpm yarn bun', /^(?:deploy|depr\w*|publi?s?|unpu?b?l?i?s?)$/, publishes],
  ['mvn mvnw', /^(?:deploy|release:\w+|[\w-]+:deploy)$/, publishes],
  ['mix', /^hex\.publish$/, publishes],
  ['dotnet nuget', /^push$/, publishes],
  ['eb hexo', /^deploy$/, publishes],
  ['hexo', /^(?:d|-d|--deploy)$/, publishes],
  ['railway', /^(?:up|redeploy)$/, publishes],
  ['helm', /^push$/, publishes],
  ['mkdocs', /^gh-deploy$/, publishes],
  ['gh-pages', /^(?:-d|--dist)/, publishes],
  ['docker podman nerdctl buildah skopeo', /^(?:push|--push)$/, publishes],
  [
    'vercel netlify fly flyctl wrangler firebase serverless sls sst amplify railway render surge eas cdk sam dokku kamal cap fab copilot now gcloud aws az heroku supabase pulumi',
    /^(?:deploy|--prod|--production|publish|release|promote|rollback)(?::|$)/,
    publishes,
  ],
  ['helm', /^(?:upgrade|install|rollback)$/, publishes],
  ['goreleaser semantic-release release-it np standard-version changeset', /^(?:release|publish)$/, publishes],
  ['kubectl oc', /^(?:delete|drain|cordon)$|^--force$|^--replicas=0$/, cluster],
  ['kind minikube k3d', /^delete$/, cluster],
  ['vagrant', /^destroy$/, infrastructure],
  ['helm', /^(?:uninstall|delete|del)$/, cluster],
  [
    'terraform tofu terragrunt pulumi cdk cdktf',
    /^(?:apply|destroy|up|taint|import|run-all|rm|force-unlock)$/,
    infrastructure,
  ],
  ['docker podman nerdctl docker-compose', /^(?:prune|rmi)$/, stored],
  ['zfs zpool', /^(?:destroy|labelclear)$/, stored],
  ['lvremove vgremove pvremove', /./, stored],
  [
    'aws gcloud az gh doctl heroku fly flyctl gsutil s3cmd rclone mc linode-cli hcloud scw vercel netlify wrangler firebase supabase serverless sls sst',
    /^(?:delete|destroy|purge|terminate|remove|rm|rb|deletefile|rmdir)(?:[-:].*)?$|[-:](?:delete|destroy|purge|terminate|reset)$/,
    cloud,
  ],
  ['aws gsutil rclone', /^(?:--delete|-d|sync)$/, cloud],
  ['dropdb mysqladmin', /./, database],
  ['python python3 manage.py django-admin', /^(?:flush|sqlflush|reset_db)$/, database],
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

/** Whether this table says anything of a program. */
export const hasToolRules = (program: string): boolean =>
  byProgram.has(program) || always.has(program) || /^(?:curl|wget|http|https|xh)$/.test(program);

/** These show what they would publish when told so. */
const rehearsing = /^(?:npm|pnpm|bun|cargo|make|gmake|just|task|poetry|uv)$/;

/** `npm run deploy -- --dry-run` hands it to the script; npm itself, and yarn, would not listen. */
function rehearses(program: string, words: ShellWord[]): boolean {
  const isScript = /^(?:npm|pnpm|bun|yarn)$/.test(program) && /^run(?:-script)?$/.test(words[0]?.text ?? '');
  if (isScript) {
    const dashes = words.findIndex(({ shape }) => shape === '--');
    const given = dashes >= 0 ? words.slice(dashes + 1) : program === 'npm' ? [] : words;
    return isDryRun(given, /^$/);
  }
  return rehearsing.test(program) && isDryRun(words, /^(?:cargo|g?make|just)$/.test(program) ? /^-n$/ : /^$/);
}

/** A script that tries, checks or builds what another one deploys. */
const isOnlyTried = (shape: string): boolean => /^(?:test|lint|check|typecheck|build)[:_-]/.test(shape);

/** What tools for packages, servers, clouds and databases do with these words that cannot be undone. */
export function toolFindings(program: string, words: ShellWord[]): (Finding | undefined)[] {
  const isRehearsal = rehearses(program, words);
  const found = (byProgram.get(program) ?? [])
    .filter(([, sentence]) => !(isRehearsal && sentence === publishes))
    .map(([pattern, sentence]) => when(oneOf(words, pattern), sentence));
  if (always.has(program) && !words.some(({ shape }) => harmlessAlone.test(shape))) found.push({ sentence: publishes });
  if (scriptRunners.has(program) && !isRehearsal)
    found.push(
      when(
        words.find(({ shape }) => !shape.startsWith('-') && namesDeploy.test(shape) && !isOnlyTried(shape)),
        publishes,
      ),
    );
  else if (!isRehearsal && namesDeploy.test(program) && !program.includes('release-it'))
    found.push({ sentence: publishes });
  if (/^(?:docker|podman|nerdctl|docker-compose)$/.test(program)) found.push(...volumes(words), ...containers(words));
  if (program === 'gh') found.push(when(releaseOf(words), publishes));
  if (/^(?:kubectl|oc)$/.test(program))
    found.push(
      when(
        words.find(({ text }, index) => text === '0' && words[index - 1]?.text === '--replicas'),
        cluster,
      ),
    );
  if (/^(?:curl|wget|http|https|xh|gh)$/.test(program)) found.push(...requests(words));
  return found;
}

/** `gh release` with anything but what only shows one. */
const releaseOf = (words: ShellWord[]): ShellWord | undefined => {
  if (/^(?:pr|issue|repo|run|search|workflow|label|browse|auth)$/.test(words[0]?.text ?? '')) return undefined;
  const at = words.findIndex(({ text }) => text === 'release');
  return /^(?:view|list|ls|download)$/.test(words[at + 1]?.text ?? '') ? undefined : words[at];
};

/** What is thrown away with a container that runs, a stack or a service. */
function containers(words: ShellWord[]): (Finding | undefined)[] {
  const at = words.findIndex(({ text }) => /^(?:rm|remove)$/.test(text ?? ''));
  if (at < 0) return [];
  const isWhole = words.slice(0, at).some(({ text }) => /^(?:stack|service|swarm|secret|config)$/.test(text ?? ''));
  return [when(isWhole ? words[at] : option(words.slice(at + 1), 'fv', '--force', '--volumes'), stored)];
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
