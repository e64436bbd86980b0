// Collects what a program on damaged files answers. An answer may be the true one, or a refusal in words.

/** What a program says if it did not expect the damage. */
const ownFault =
  /bug in pact|^\s+at .*:\d+:\d+|UnhandledPromise|TypeError|RangeError|Segmentation/m;
/** The library of the database prints its errors to the console before it throws them. */
const ofLibrary = /^\s+at .*node_modules\/lmdb\/.*$/gm;

export function hasOwnFault(text) {
  return ownFault.test(text.replaceAll(ofLibrary, ''));
}

export class Answers {
  problems = [];
  refusals = 0;
  said;

  /** `answer`: its status and text, with status 0 where there was none. */
  compare(what, answer, expected) {
    if (answer.status === 200 && answer.text === expected) return;
    if (answer.status === 200) {
      this.problems.push(`${what} answers ${shown(answer.text)} instead of ${shown(expected)}`);
      return;
    }
    this.refusals++;
    this.said ??= `${what}: ${answer.status} ${shown(answer.text)}`;
    this.enforceWords(what, answer);
  }

  /** Checks a refusal that need not have to do with damage. */
  enforceWords(what, { status, text }) {
    if (status === 0) this.problems.push(`${what} gets no answer: ${text}`);
    else if (status !== 200 && (text.trim() === '' || hasOwnFault(text)))
      this.problems.push(`${what}: ${status} ${shown(text)}`);
  }

  /** `hasEnded`: the process ended by itself, although it had started. */
  outcome({ hasEnded, output }) {
    if (hasEnded) this.problems.push(`a request ended the process: ${output.slice(-300)}`);
    else if (hasOwnFault(output)) this.problems.push(`it says ${output.slice(-300)}`);
    const { problems, said } = this;
    return { kind: this.refusals > 0 ? 'refused' : 'same', problems, said };
  }
}

/** The outcome of a program that did not start. */
export function notStarted(output) {
  const said = shown(output.replace(/^Error: the (program|server) did not start: /, ''));
  const problems = [];
  if (hasOwnFault(output)) problems.push('it ends with a fault of its own');
  else if (said.trim() === '') problems.push('it ends without a word');
  return { kind: 'not started', problems, said };
}

const shown = (text) => (text.length > 150 ? `${text.slice(0, 150)}...` : text);

/** Sends a request; returns status and text, or status 0 and the error if there was no answer. */
export async function askFor(url, body) {
  try {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      signal: AbortSignal.timeout(10_000),
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error.cause?.code ?? error.message) };
  }
}
