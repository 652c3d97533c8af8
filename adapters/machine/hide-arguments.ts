/** Secrets on the command lines of other programs, which everybody's process list shows: hidden in what a reader of the machine prints. */

/** What stands in a command line and may be a secret there: after an option or a variable that says so, in an address, after `-u name:`. */
const SECRET_ARGUMENTS =
  /((?:--?|\b)[\w-]{0,40}(?:pass(?:word|wd|phrase|code)?|secret|token|api-?_?key|authorization|credentials?|bearer|private-?_?key)["']?(?:[=:][ \t]?["']?|[ \t]+))[^\s"']+|(:\/\/[^\s:/@]{0,100}:)[^\s@]{1,200}(?=@)|([ \t]-u[ \t]?[^\s:]{1,100}:)\S+|(\bmysql\w{0,10}[ \t](?:[^\s]{1,60}[ \t]){0,8}?-p)\S+/gi;

/** Programs are started with passwords on their command lines, and everybody's are listed. */
export function hideSecretArguments(text: string): string {
  return text.replace(
    SECRET_ARGUMENTS,
    (_, option = '', address = '', user = '', mysql = '') => `${option}${address}${user}${mysql}[hidden]`,
  );
}
