// The bridge's messages are packed by src/crypto/hyperlane.ts: here its questions are answered from an object, and its
// verdicts become errors.

import type {
  FieldLookup,
  HyperlaneDecodeFailure,
  HyperlaneFailure,
  HyperlaneResult,
} from '../../../crypto/hyperlane.ts';
import type { BuiltinCall } from '../../machine/calls/builtin.ts';
import { Decimal, type ObjectValue } from '../../values/value.ts';

export function fieldsOf(object: ObjectValue): FieldLookup {
  return (field) => {
    const value = object.fields.get(field);
    const isKnown =
      typeof value === 'string' || typeof value === 'bigint' || value instanceof Decimal;
    return isKnown ? value : undefined;
  };
}

export function valueOrFail<T>(
  call: BuiltinCall,
  result: HyperlaneResult<T, HyperlaneFailure | HyperlaneDecodeFailure>,
): T {
  switch (result.kind) {
    case 'value':
      return result.value;
    case 'HyperlaneErrorFailedToFindKey':
    case 'HyperlaneErrorNumberOutOfBounds':
    case 'HyperlaneErrorInvalidBase64':
      return call.fail(result.kind, { field: result.field });
    case 'HyperlaneErrorIncorrectSize': {
      const { field, expected, actual } = result;
      return call.fail(result.kind, { field, expected, actual });
    }
    case 'HyperlaneErrorInvalidChainId':
      return call.fail(result.kind, { cause: result.cause });
    case 'HyperlaneDecodeErrorBase64':
    case 'HyperlaneDecodeErrorBinary':
      return call.fail(result.kind, {});
  }
}
