/** A real picture for strict servers: the fake desktop's frames are none. */
import type { Model } from '../../src/ports/model.ts';
import { makePicture } from '../fixtures/pictures.ts';

const PICTURE = await makePicture(280, 168, null);

/** The same model, which is sent this picture in place of each. */
export function withPicture(model: Model): Model {
  return {
    ...model,
    ask: (request, signal) => model.ask({ ...request, pictures: request.pictures.map(() => PICTURE) }, signal),
  };
}
