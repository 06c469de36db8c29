import { cut } from '@/lib/contract/text';
import type { ScopeFinding } from '@/lib/policies/decision';
import { type MatchBudget, matchesGlob, readGlob } from '@/lib/scopes/glob';
import { below, type PlacedPath, readPath, textOf } from '@/lib/scopes/read-path';

/** A scope that a person agreed to and that nothing replaced, as it decides. */
export interface ScopeInForce {
  id: string;
  /** Where its session worked when it was proposed: patterns are relative to that. */
  cwd: string | null;
  allowedPaths: string[];
  offLimitsPaths: string[];
  /** Paths, not patterns, that were added by an answer. */
  widened: string[];
}

/** What a hook tells of the place that a call would change something in. */
export interface CallPlace {
  cwd?: string | undefined;
  projectDir?: string | undefined;
  repoRoot?: string | undefined;
  /** Where `cwd` is once every link to it is followed, from which `resolved` paths begin. */
  resolvedCwd?: string | undefined;
  /** Whether the file system tells Makefile from makefile; unknown when absent. */
  caseSensitive?: boolean | undefined;
}

/** Over all patterns of a scope and one path: some milliseconds. What is not decided by then is asked. */
const mostSteps = 1_000_000;
/** What a question may name as the path that a yes adds (spec 2.9). */
const longestWidening = 1024;

/**
 * What a scope says of a path that a call would change, as it was written and as its links lead: the worse of both counts. Off limits wins
 * over everything, also over a path that was added; what leaves the repository is outside of every pattern; what cannot be read, whose links
 * the hook could not follow, or what takes too long to judge, is malformed. A scope that names no paths has everything inside, one that
 * names only what is off limits the rest of its repository: it does not object, and the caller must not take that for leave
 * (lib/gate/judge.ts).
 */
export function judgePath(
  scope: ScopeInForce,
  path: { written: string; resolved?: string | undefined; unresolvable?: true },
  place: CallPlace,
): ScopeFinding {
  if (scope.allowedPaths.length + scope.offLimitsPaths.length === 0)
    return { verdict: 'inside', path: shown(path.written) };
  const base = readable(scope.cwd) ?? readable(place.projectDir) ?? readable(place.cwd) ?? { root: '', segments: [] };
  const from = readable(place.cwd, base) ?? base;
  const judge = new Judge(scope, base, place);
  const written = judge.find(path.written, from);
  const resolved = path.unresolvable
    ? malformed(path.written)
    : path.resolved === undefined
      ? written
      : judge.find(path.resolved, from);
  return severity[resolved.verdict] > severity[written.verdict] ? resolved : written;
}

const severity: Record<ScopeFinding['verdict'], number> = { inside: 0, outside: 1, malformed: 2, off_limits: 3 };
const malformed = (path: string): ScopeFinding => ({ verdict: 'malformed', path: shown(path) });
const readable = (folder: string | null | undefined, from?: PlacedPath) =>
  folder ? readPath(folder, from) : undefined;
const shown = (path: string): string => cut(path.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd'), 200);

/** As file systems that ignore case compare names, and further: NTFS ignores dots and spaces at the end and has streams, HFS+ ignores some characters. */
const loosely = (name: string): string =>
  foldCase(name.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''))
    .replace(/(?!^):.*$/, '')
    .replaceAll(/^ +|[ .]+$/g, '') || name;
const foldCase = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase();
const exactly = (text: string): string => text.normalize('NFC');

class Judge {
  private readonly budget: MatchBudget = { steps: mostSteps };
  private readonly repository: PlacedPath;
  /** The base as its links lead, where the hook tells. */
  private readonly realBase: PlacedPath | undefined;
  /** How names are compared: for what is allowed, and more strictly for what is off limits. */
  private readonly allowedName: (name: string) => string;
  private readonly allowedPattern: (pattern: string) => string;
  private readonly offLimitsName: (name: string) => string;
  private readonly offLimitsPattern: (pattern: string) => string;

  constructor(
    private readonly scope: ScopeInForce,
    private readonly base: PlacedPath,
    place: CallPlace,
  ) {
    const { caseSensitive } = place;
    this.allowedName = caseSensitive === false ? foldCase : exactly;
    this.allowedPattern = this.allowedName;
    this.offLimitsName = caseSensitive === true ? exactly : loosely;
    this.offLimitsPattern = caseSensitive === true ? exactly : foldCase;
    const cwd = readable(place.cwd);
    this.realBase = cwd && textOf(cwd) === textOf(base) ? readable(place.resolvedCwd) : undefined;
    const repository = readable(place.repoRoot);
    // The hook speaks of the repository that its call is in; a scope of another one knows only its own folder.
    this.repository = repository && this.isAllowedBelow(repository, base) ? repository : base;
  }

  find(written: string, from: PlacedPath): ScopeFinding {
    const read = readPath(written, from);
    const path = read && this.asWritten(read);
    if (!path) return malformed(written);
    const inBase = below(this.base, path, this.sameAllowed);
    const named = inBase ? inBase.join('/') || '.' : textOf(path);
    const offLimits = this.offLimitsOf(path);
    if (offLimits !== undefined)
      return { verdict: 'off_limits', path: cut(named, longestWidening), pattern: offLimits };
    if (this.budget.steps <= 0) return malformed(written);
    if (this.isWidened(path)) return { verdict: 'inside', path: named };
    const isInRepository = this.isAllowedBelow(this.repository, path);
    if (isInRepository && this.scope.allowedPaths.length === 0) return { verdict: 'inside', path: named };
    const allowed = isInRepository ? this.allowedBy(path, inBase) : undefined;
    if (this.budget.steps <= 0) return malformed(written);
    if (allowed !== undefined) return { verdict: 'inside', path: named, pattern: allowed };
    // A path that no question can name cannot be added either.
    if (named.length > longestWidening) return malformed(written);
    return { verdict: 'outside', path: named };
  }

  /** A path below the base is one also when it is told by where the links above the project lead. */
  private asWritten(path: PlacedPath): PlacedPath {
    const rest = this.realBase && below(this.realBase, path, this.sameAllowed);
    return rest ? { root: this.base.root, segments: [...this.base.segments, ...rest] } : path;
  }

  private readonly sameAllowed = (one: string, other: string): boolean =>
    // Drives are called C: and c:, whatever the file system thinks of names.
    /^[a-z]:/i.test(this.base.root)
      ? foldCase(one) === foldCase(other)
      : this.allowedName(one) === this.allowedName(other);
  private readonly sameOffLimits = (one: string, other: string): boolean =>
    this.offLimitsName(one) === this.offLimitsName(other);

  private isAllowedBelow(folder: PlacedPath, path: PlacedPath): boolean {
    return below(folder, path, this.sameAllowed) !== undefined;
  }

  /** The pattern that puts a path off limits: one without a slash names a file or folder anywhere, any covers what is below it. */
  private offLimitsOf(path: PlacedPath): string | undefined {
    const relative = below(this.base, path, this.sameOffLimits)?.map(this.offLimitsName);
    const absolute = path.root + path.segments.map(this.offLimitsName).join('/');
    return this.scope.offLimitsPaths.find((pattern) => {
      const text = this.offLimitsPattern(pattern);
      const matches = (one: string) => this.matches(text, one, true);
      if (!text.includes('/'))
        return (relative ?? absolute.split('/')).some((segment) => segment !== '' && matches(segment));
      // `/src` may be meant from the root of the project, as other tools read it.
      const rooted = text.startsWith('/') ? relative && this.matches(text.slice(1), relative.join('/'), true) : false;
      if (rooted || (relative && matches(relative.join('/')))) return true;
      // The folders above the project have names of their own that no pattern of it means.
      return (relative === undefined || isAbsolute(text)) && matches(this.offLimitsPattern(absolute));
    });
  }

  /** The pattern that allows a path in the repository. */
  private allowedBy(path: PlacedPath, inBase: string[] | undefined): string | undefined {
    const relative = inBase && this.allowedName(inBase.join('/'));
    const absolute = this.allowedName(textOf(path));
    return this.scope.allowedPaths.find((pattern) => {
      const text = this.allowedPattern(pattern);
      return isAbsolute(text)
        ? this.matches(text, absolute, false)
        : relative !== undefined && this.matches(text, relative, false);
    });
  }

  private isWidened(path: PlacedPath): boolean {
    return this.scope.widened.some((added) => {
      const other = readPath(added, this.base);
      return other && below(other, path, this.sameAllowed)?.length === 0;
    });
  }

  /** What could not be decided in time counts as no match; find() then sees that the budget is spent. */
  private matches(pattern: string, path: string, coversBelow: boolean): boolean {
    if (pattern === path) return true;
    return this.budget.steps > 0 && matchesGlob(readGlob(pattern), path, this.budget, coversBelow) === true;
  }
}

const isAbsolute = (pattern: string): boolean => /^(\/|[a-z]:\/)/i.test(pattern);
