// Reads the fields of a bridge message from an object for src/base/crypto/hyperlane.ts, which packs the messages, and turns
// its results into errors.

import type {
  FieldLookup,
  HyperlaneDecodeFailure,
  HyperlaneFailure,
  HyperlaneResult,
} from '../../../base/crypto/hyperlane.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
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
