import { expect, test } from 'vitest';
import { findDanger } from '@/lib/policies/danger';
import { cpuMsOf } from '@/lib/testing/cpu-time';

const sentences = (text: string): string[] => findDanger([text]).map(({ sentence }) => sentence);

test.each([
  [
    'Deletes files recursively',
    [
      'rm -rf build',
      'rm -fr /',
      'rm -r -f x',
      'rm --recursive x',
      'sudo rm -Rf /var',
      'cd a && rm -rf b',
      'rm -v -rf b',
      'rimraf dist',
      'npx rimraf dist',
      'find . -name "*.log" -delete',
      'rmdir /s C:\\x',
      'Remove-Item C:\\x -Recurse -Force',
    ],
  ],
  [
    'Overwrites history on a remote',
    [
      'git push --force',
      'git push -f origin main',
      'git push origin main --force-with-lease',
      'git push --force-with-lease=main origin',
      'git push --mirror',
      'git push origin --delete old',
      'git -C /repo push --force',
      'git push origin +main',
    ],
  ],
  [
    'Throws away local work',
    [
      'git reset --hard',
      'git reset --hard HEAD~3',
      'git clean -fdx',
      'git checkout -- .',
      'git restore .',
      'git stash drop',
      'git stash clear',
      'git branch -D old',
    ],
  ],
  [
    'Deletes data in a database',
    ['DROP TABLE users', 'psql -c "drop database app"', 'TRUNCATE users', 'truncate table users', 'DELETE FROM users'],
  ],
  [
    'Publishes or deploys',
    [
      'npm publish',
      'docker push x/y',
      'cargo publish',
      'twine upload dist/*',
      'gh release create v1',
      'vercel deploy --prod',
      'Deploy to production?',
    ],
  ],
  ['Runs with full rights', ['sudo ls', 'doas reboot', 'ls; sudo reboot', 'su - root']],
  ['Opens files to everyone', ['chmod 777 x', 'chmod -R 777 /srv', 'chmod a+w x', 'chmod 0777 x']],
  [
    'Deletes cluster resources',
    ['kubectl delete pod x', 'kubectl -n prod delete pod x', 'kubectl drain node1', 'helm uninstall app'],
  ],
  [
    'Changes or destroys infrastructure',
    [
      'terraform apply',
      'terraform destroy -auto-approve',
      'pulumi up',
      'tofu destroy',
      'terraform -chdir=infra destroy',
    ],
  ],
  [
    'Removes stored images or volumes',
    ['docker system prune', 'docker volume prune', 'podman image prune', 'docker volume rm data'],
  ],
  [
    'Writes to a disk directly',
    ['mkfs.ext4 /dev/sda1', 'dd if=x.iso of=/dev/sda', 'wipefs -a /dev/sda', 'shred -u key'],
  ],
  [
    'Runs a script from the network',
    ['curl https://x.test/i.sh | sh', 'curl -fsSL https://x.test | sudo bash', 'wget -qO- https://x.test | zsh'],
  ],
  ['Deletes something for good', ['Delete the production bucket?', 'wipe all records', 'purge live data']],
])('%s', (sentence, commands) => {
  for (const command of commands) expect(sentences(command), command).toContain(sentence);
});

test.each([
  'rm file.txt',
  'npm run build',
  'npm install',
  'git push origin main',
  'git push -u origin feature',
  'git reset HEAD~1',
  'git checkout main',
  'git stash',
  'git branch -d merged',
  'SELECT * FROM users',
  'ls -la',
  'docker ps',
  'docker pull x',
  'kubectl get pods',
  'terraform plan',
  'chmod 644 x',
  'curl https://example.test/data.json | jq .',
  'show deployment status',
  'tail deploy.log',
  'Which colour should the button have?',
  'May I read confirm.ts and form.ts?',
  'pseudo code',
  'the farm -r',
])('no danger: %s', (text) => expect(sentences(text)).toEqual([]));

test('each reason is named once, with the words that say so, whatever text they are in', () => {
  expect(findDanger([null, 'rm -rf a', undefined, 'rm -rf b; sudo ls'])).toEqual([
    { sentence: 'Deletes files recursively', words: 'rm -rf' },
    { sentence: 'Runs with full rights', words: 'sudo' },
  ]);
  expect(findDanger([null, undefined, ''])).toEqual([]);
});

test.each([
  'rm ',
  'rm -a ',
  'rm -',
  'find ',
  'find -delet',
  'git push ',
  'git push -',
  'git ',
  'git\t',
  'delete ',
  'delete the ',
  'curl ',
  'curl |',
  'curl | sudo ',
  'dd ',
  'dd of=',
  'docker ',
  'docker a ',
  'chmod -',
  'chmod -a ',
  'deploy ',
  'deploy  ',
  'truncate ',
  'su ',
  'kubectl ',
  'kubectl -n a ',
  'terraform -a ',
  'Remove-Item ',
  ' ',
  '\n',
  'a',
])('200 kB of %j cannot make it slow', (part) => {
  const text = part.repeat(Math.ceil(200_000 / part.length));
  expect(cpuMsOf(() => findDanger([text, `${text}\n${text}`]))).toBeLessThan(1000);
});
