/** Secrets as they stand on pages, each with the words that must not be seen; made by counting, so that every run has the same. */

export interface PlantedSecret {
  readonly line: string;
  /** A part of the line that tells the secret. */
  readonly secret: string;
}

const WORDS = ['harbor', 'Sommer', 'Kestrel', 'winter', 'Lantern', 'meadow', 'Copper', 'violet'];

/** So many of each kind in turn: cards, account numbers, codes, tokens, passwords. */
export function plantSecrets(count: number): readonly PlantedSecret[] {
  return Array.from({ length: count }, (_, index) => plant(index));
}

function plant(index: number): PlantedSecret {
  const seed = Math.floor(index / 5);
  const figures = (length: number, salt: number): string =>
    Array.from({ length }, (_, at) => String((seed * 7 + at * (salt + 3) + salt * 5 + Math.floor(at / 3)) % 10)).join(
      '',
    );
  switch (index % 5) {
    case 0: {
      const card = withLuhn(`4${figures(14, 1)}`);
      const secret = (card.match(/.{4}/g) ?? []).join(' ');
      return { line: `Card ${secret} valid 12/29`, secret };
    }
    case 1: {
      const account = figures(18, 2);
      const check = 98 - Number(BigInt(`${account}131400`) % 97n);
      const iban = `DE${String(check).padStart(2, '0')}${account}`;
      const secret = (iban.match(/.{1,4}/g) ?? []).join(' ');
      return { line: `Konto ${secret}`, secret };
    }
    case 2: {
      const secret = figures(6, 4);
      return { line: `Your verification code is ${secret}`, secret };
    }
    case 3: {
      const letters = Array.from(
        { length: 36 },
        (_, at) => 'abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789'[(seed * 11 + at * 17) % 52],
      );
      const secret = `ghp_${letters.join('')}`;
      return { line: `token ${secret}`, secret };
    }
    default: {
      const secret = `${WORDS[seed % WORDS.length]}${figures(4, 6)}!`;
      return { line: `password: ${secret}`, secret };
    }
  }
}

function withLuhn(start: string): string {
  for (let last = 0; last < 10; last += 1) {
    const sum = [...`${start}${last}`].toReversed().reduce((total, figure, at) => {
      const value = Number(figure) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    if (sum % 10 === 0) return `${start}${last}`;
  }
  return start;
}
