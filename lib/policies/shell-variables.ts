/** Variables that change nothing but how a program prints. */
const harmless =
  /^(?:CI|NODE_ENV|NO_COLOR|FORCE_COLOR|CLICOLOR|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|DEBUG|RUST_BACKTRACE|RUST_LOG|PORT)$/;
/** Variables of the shell itself, or such that programs take what they run from. */
const risky =
  /^(?:path|cdpath|GLOBIGNORE|fpath|mailpath|manpath|module_path|fignore|prompt|PATH|IFS|HOME|ENV|SHELL\w*|CDPATH|PWD|OLDPWD|FPATH|PS\d|POSIXLY_CORRECT|TMPDIR|HISTFILE|ZDOTDIR)$|^(?:LD|DYLD|BASH|GIT|SSH|NODE|NPM|npm|PYTHON|PERL|RUBY|JAVA|_JAVA|GCONV|GLIBC|MALLOC|LESS|MAN|RIPGREP|GREP|CARGO|RUST|GO|DOCKER|KUBE|AWS|PIP|UV|COMPOSE)|(?:PAGER|EDITOR|VISUAL|BROWSER|COMMAND|CMD|OPTS|OPTIONS|FLAGS|ASKPASS|CONFIG|PRELOAD|RC|_proxy|_PROXY)$/;

/** It may be set before any program. */
export const isHarmlessVariable = (name: string): boolean => harmless.test(name);
/** Setting it changes what later commands do, even when they are not told of it. */
export const isRiskyVariable = (name: string): boolean => risky.test(name) || tables.test(name);

/** The shell calculates what these are set to. */
const numbers =
  /^(?:RANDOM|SRANDOM|SECONDS|OPTIND|HISTCMD|BASHPID|COLUMNS|LINES|HISTSIZE|HISTFILESIZE|SAVEHIST|LINENO|FUNCNEST|KEYTIMEOUT|LISTMAX|LOGCHECK|MAILCHECK|PERIOD|TMOUT|DIRSTACKSIZE|BAUD|REPORTTIME|REPORTMEMORY|SHLVL|E?[UG]ID|ERRNO|EPOCHSECONDS|TRY_BLOCK_\w+)$/;
/** Tables of zsh in which the programs stand, and texts that shells run by themselves. */
const tables =
  /^(?:functions|(?:dis_)?(?:functions|aliases|galiases|saliases|builtins|reswords|patchars)|functions_source|commands|options|modules|nameddirs|userdirs|widgets|keymaps|module_path|MODULE_PATH|\w+_functions|PROMPT\d?|RPROMPT\d?|RPS\d|PS\d|SPROMPT|PROMPT_COMMAND)$/;

export const isNumberVariable = (name: string): boolean => numbers.test(name);
export const replacesPrograms = (name: string): boolean => tables.test(name);
