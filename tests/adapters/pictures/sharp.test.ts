import { createSharpPictures } from '../../../adapters/pictures/sharp.ts';
import { testPicturesContract } from '../../contracts/pictures.ts';
import { createFakePictures } from '../../fakes/pictures.ts';

testPicturesContract('sharp', createSharpPictures);
testPicturesContract('the fake', createFakePictures);
