/** Variables that change nothing but how a program prints. */
const harmless =
  /^(?:CI|NODE_ENV|NO_COLOR|FORCE_COLOR|CLICOLOR|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|DEBUG|RUST_BACKTRACE|RUST_LOG|PORT)$/;
/** Variables of the shell itself, or such that programs take what they run from. */
const risky =
  /^(?:path|cdpath|fpath|mailpath|manpath|module_path|fignore|prompt|PATH|IFS|HOME|ENV|SHELL\w*|CDPATH|PWD|OLDPWD|PS\d|POSIXLY_CORRECT|TMPDIR|HISTFILE|ZDOTDIR)$|^(?:LD|DYLD|BASH|GIT|SSH|NODE|NPM|npm|PYTHON|PERL|RUBY|JAVA|_JAVA|GCONV|GLIBC|MALLOC|LESS|MAN|RIPGREP|GREP|CARGO|RUST|GO|DOCKER|KUBE|AWS|PIP|UV|COMPOSE)|(?:PAGER|EDITOR|VISUAL|BROWSER|COMMAND|CMD|OPTS|OPTIONS|FLAGS|ASKPASS|CONFIG|PRELOAD|RC|_proxy|_PROXY)$/;

/** It may be set before any program. */
export const isHarmlessVariable = (name: string): boolean => harmless.test(name);
/** Setting it changes what later commands do, even when they are not told of it. */
export const isRiskyVariable = (name: string): boolean => risky.test(name);
