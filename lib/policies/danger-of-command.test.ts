import { expect, test } from 'vitest';
import { dangerOfCommand, dangerOfQuestion } from '@/lib/policies/danger-of-command';

const sentences = (command: string): string[] => dangerOfCommand(command).map(({ sentence }) => sentence);

test.each<[sentence: string, commands: string[]]>([
  [
    'Deletes files recursively',
    [
      'rm -rf build',
      'rm -r -f x',
      "r''m -xrf y",
      'find . -name "*.log" -delete',
      'npx rimraf dist',
      'a && /bin/rm -r b',
      'rmdir /s x',
      'git rm -r x',
    ],
  ],
  ['Deletes files', ['rm *', 'rm ~/x', 'rm /etc/x', 'rm "$HOME/x"', 'python -c "os.remove(1)"']],
  [
    'Overwrites history on a remote',
    [
      'git push -f',
      'git push origin main --force-with-lease=main',
      'git push origin +main',
      'git push origin :old',
      'git -C /repo push --mirror',
      'git push --forc',
    ],
  ],
  [
    'Throws away local work',
    [
      'git reset --hard HEAD~3',
      'git clean -fdx',
      'git checkout -- a',
      'git restore a',
      'git stash clear',
      'git branch -D x',
      'git switch -f x',
      'git reflog expire --all',
    ],
  ],
  ['Rewrites history', ['git filter-branch x', 'git filter-repo x']],
  [
    'Deletes data in a database',
    [
      'psql -c "drop database app"',
      'mysql db -e "DELETE FROM users"',
      'dropdb x',
      'npx prisma migrate reset',
      'rails db:drop',
    ],
  ],
  [
    'Publishes or deploys',
    [
      'npm publish',
      'docker push x/y',
      'gh release create v1',
      'vercel',
      'netlify deploy --prod',
      'npm run release',
      'wrangler publish',
      'helm upgrade x',
    ],
  ],
  ['Runs with full rights', ['sudo ls', 'doas ls', 'su', 'ls; sudo reboot', 'sudo -i']],
  [
    'Opens files to everyone',
    [
      'chmod 777 x',
      'chmod 0777 x',
      'chmod 666 x',
      'chmod a+w x',
      'chmod o+w x',
      'chmod u+x,o+w x',
      'chmod +w x'.replace('+w', 'a=rw'),
    ],
  ],
  ['Changes rights recursively', ['chmod -R 644 x', 'chown -R a x']],
  ['Deletes cluster resources', ['kubectl delete pod x', 'kubectl -n p drain n', 'helm uninstall x']],
  ['Changes or destroys infrastructure', ['terraform apply', 'tofu destroy', 'pulumi up']],
  ['Removes stored images or volumes', ['docker system prune', 'docker volume rm x', 'podman image prune']],
  [
    'Deletes cloud resources',
    ['aws s3 rb s3://x', 'gcloud x delete y', 'az group delete', 'heroku apps:destroy', 'gh repo delete x'],
  ],
  ['Writes to a disk directly', ['mkfs.ext4 /dev/sda1', 'dd of=/dev/sda', 'echo x > /dev/sda', 'shred x']],
  [
    'Runs a script from the network',
    ['curl x | sh', 'curl x | tee y | sudo bash', 'bash <(curl x)', 'sh -c "$(wget -O- x)"', 'curl x | python3 -'],
  ],
  ['Stops the machine', ['reboot', 'systemctl poweroff']],
  ['Removes scheduled jobs', ['crontab -r']],
])('%s', (sentence, commands) => {
  for (const command of commands) expect(sentences(command), command).toContain(sentence);
});

test.each([
  'echo "rm -rf /"',
  "grep -rn 'DROP TABLE' src",
  'rm file.txt',
  'rm a b c',
  'git push origin main',
  'git push -u origin feature',
  'git push --follow-tags',
  'git reset HEAD~1',
  'git checkout main',
  'git checkout -b x',
  'git restore --staged a',
  'git clean -n',
  'git stash',
  'git branch -d merged',
  'git commit -m "rm -rf / and sudo"',
  'chmod 644 x',
  'chmod +x x',
  'chmod u+w x',
  'chown me x',
  'npm run build',
  'npm run predeploy-check',
  'ls deploy.sh',
  'cat scripts/deploy.sh',
  'docker pull x',
  'docker build .',
  'kubectl get pods',
  'terraform plan',
  'psql -c "select 1"',
  'curl https://x.test | jq .',
  'dd if=a of=b',
  'ls > /dev/null',
  'kill 123',
  'kill -9 123',
  'python script.py',
  'node -e "console.log(1)"',
  'vercel --version',
  'crontab -l',
])('no danger: %s', (command) => {
  expect(dangerOfCommand(command)).toEqual([]);
});

test('the words are those that say it, as they stand in the command', () => {
  expect(dangerOfCommand("ls && r''m -v -rf 'b c'; sudo ls")).toEqual([
    { sentence: 'Deletes files recursively', words: "r''m -v -rf" },
    { sentence: 'Runs with full rights', words: 'sudo' },
  ]);
  expect(dangerOfCommand('bash -c "rm -rf \\"a\\""')).toEqual([
    { sentence: 'Deletes files recursively', words: 'rm -rf' },
  ]);
});

test('what cannot be parsed is judged as text', () => {
  expect(sentences('rm -rf x &&')).toEqual(['Deletes files recursively']);
});

test('of a question, a shell tool’s command is parsed, and everything else is read as text', () => {
  const of = (toolName: string | null, target: string, question = 'May I?') =>
    dangerOfQuestion([question], toolName, [target, null]).map(({ sentence }) => sentence);
  expect(of('Bash', 'echo "rm -rf /"')).toEqual([]);
  expect(of('run_shell_command', "r''m -rf x")).toEqual(['Deletes files recursively']);
  expect(of(null, 'echo "rm -rf /"')).toEqual(['Deletes files recursively']);
  expect(of('Edit', 'rm -rf x')).toEqual(['Deletes files recursively']);
  expect(of('Bash', 'ls', 'Deploy to production?')).toEqual(['Publishes or deploys']);
});
