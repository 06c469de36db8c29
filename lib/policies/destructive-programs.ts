import { codeFindings, isInterpreter } from '@/lib/policies/destructive-code';
import { gitFindings } from '@/lib/policies/destructive-git';
import { hasToolRules, toolFindings } from '@/lib/policies/destructive-tools';
import { type Finding, isDisk, isDryRun, oneOf, option, when } from '@/lib/policies/destructive-words';
import type { ShellCommand, ShellWord } from '@/lib/policies/shell-command';
import { unknown } from '@/lib/policies/shell-word';

type Look = (words: ShellWord[], command: ShellCommand) => (Finding | undefined)[];

const recursive = 'Deletes files recursively';
const disk = 'Writes to a disk directly';
const rights = 'Runs with full rights';
const alone =
  (sentence: string): Look =>
  () => [{ sentence }];

const rm: Look = (words) => {
  const flag = option(words, 'rRf', '--recursive', '--force');
  if (flag) return [when(flag, recursive)];
  const target = words.find(
    ({ shape, glob }) => glob || /^[~/]/.test(shape) || (shape.startsWith(unknown) && shape !== unknown),
  );
  return [when(target, 'Deletes files')];
};

/** Without an option that says otherwise, it replaces all jobs by those in a file. */
const replacesJobs = (words: ShellWord[]): ShellWord | undefined =>
  option(words, 'leV')
    ? undefined
    : words.find(({ shape }, index) => (shape === '-' || !shape.startsWith('-')) && words[index - 1]?.text !== '-u');

const slashS: Look = (words) => [when(oneOf(words, /^\/s$/i), recursive)];
const stops = alone('Stops the machine');

const looks: Record<string, Look> = {
  rm,
  rimraf: alone(recursive),
  'del-cli': alone(recursive),
  trash: alone('Deletes files'),
  srm: alone(recursive),
  rmdir: slashS,
  rd: slashS,
  del: slashS,
  erase: slashS,
  'remove-item': (words) => [when(oneOf(words, /^-(?:r|rec\w*|fo\w*)$/i), recursive)],
  // One name that is known is no more than `rm a`.
  unlink: (words) => [
    when(
      words.find(({ text }) => text === null),
      'Deletes files',
    ),
  ],
  tar: (words) => [when(option(words, '', '--remove-files'), 'Deletes files')],
  mv: (words) => [words.at(-1)?.text === '/dev/null' ? when(words.at(-1), 'Deletes files') : undefined],
  find: (words) => [when(oneOf(words, /^-delete$/), recursive)],
  gfind: (words) => [when(oneOf(words, /^-delete$/), recursive)],
  rsync: (words) =>
    isDryRun(words, /^-[^-efBMT@]*n/)
      ? []
      : [when(oneOf(words, /^--(?:del|delete.*|remove-source-files)$/), recursive)],
  shred: alone(disk),
  wipefs: alone(disk),
  fdisk: alone(disk),
  sfdisk: alone(disk),
  sgdisk: alone(disk),
  parted: alone(disk),
  blkdiscard: alone(disk),
  diskutil: (words) => [when(oneOf(words, /^(?:erase|partition|zero|secureErase|apfs)/i), disk)],
  dd: (words) => [
    when(
      words.find(({ shape }) => shape.startsWith('of=') && isDisk(shape.slice(3))),
      disk,
    ),
  ],
  tee: (words) => [
    when(
      words.find(({ shape }) => isDisk(shape)),
      disk,
    ),
  ],
  cp: (words) => [
    when(
      words.slice(0, -1).find(({ text }) => text === '/dev/null'),
      'Empties files',
    ),
    when(
      words.find(({ shape }, index) => index > 0 && isDisk(shape)),
      disk,
    ),
  ],
  truncate: (words) => [when(option(words, 's', '--size'), 'Empties files')],
  sudo: alone(rights),
  doas: alone(rights),
  su: alone(rights),
  pkexec: alone(rights),
  run0: alone(rights),
  runuser: alone(rights),
  chmod: (words) => [
    when(oneOf(words, /^0?[0-7]?[0-7][0-7][2367]$|^[^-]*[ao][^-]*[+=][^-]*w|^\+[rwx]*w/), 'Opens files to everyone'),
    when(oneOf(words, /^0?[2-7][0-7]{3}$|^[ugoa]*[+=][rwxXt]*s/), 'Lets a file run with the rights of its owner'),
    when(option(words, 'R', '--recursive'), 'Changes rights recursively'),
  ],
  chown: (words) => [when(option(words, 'R', '--recursive'), 'Changes rights recursively')],
  chgrp: (words) => [when(option(words, 'R', '--recursive'), 'Changes rights recursively')],
  crontab: (words) => [when(option(words, 'r') ?? replacesJobs(words), 'Removes scheduled jobs')],
  kill: (words) => [
    when(
      words.slice(1).find(({ shape }) => shape === '-1'),
      'Stops every process',
    ),
  ],
  shutdown: stops,
  reboot: stops,
  halt: stops,
  poweroff: stops,
  init: (words) => [when(oneOf(words, /^[06]$/), 'Stops the machine')],
  systemctl: (words) => [when(oneOf(words, /^(?:reboot|poweroff|halt|kexec)$/), 'Stops the machine')],
  iptables: (words) => [when(option(words, 'FXP', '--flush'), 'Opens the firewall')],
  ip6tables: (words) => [when(option(words, 'FXP', '--flush'), 'Opens the firewall')],
  nft: (words) => [when(oneOf(words, /^flush$/), 'Opens the firewall')],
  ufw: (words) => [when(oneOf(words, /^(?:disable|reset)$/), 'Opens the firewall')],
  git: gitFindings,
};

/** Programs for which their words are looked at, or that run what they are given. */
export const isWatched = (program: string): boolean =>
  Object.hasOwn(looks, program) || hasToolRules(program) || isInterpreter(program) || program.startsWith('mkfs');

/** What a program with these words does that cannot be undone. */
export function programFindings(command: ShellCommand, program: string): Finding[] {
  const words = command.words.slice(1);
  const look = Object.hasOwn(looks, program) ? looks[program] : undefined;
  const found = [
    ...(look?.(words, command) ?? []),
    ...(program.startsWith('mkfs') ? [{ sentence: disk }] : []),
    ...toolFindings(program, words),
    ...codeFindings(program, words, command),
    command.fromNetwork && (isInterpreter(program) || command.opaque)
      ? { sentence: 'Runs a script from the network' }
      : undefined,
  ];
  return found.filter((finding) => finding !== undefined);
}
