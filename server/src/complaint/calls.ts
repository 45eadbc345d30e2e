// The complaint slice's calls.
import { complaintCreate, complaintList, complaintPicture } from '@sandali/contract/cases.ts';
import { type Served, serveRead, serveWrite } from '#/kit/serve.ts';
import { addPicture, showPictures, storePicture } from './add-picture.ts';
import { createComplaint, showCreated } from './create.ts';
import { listComplaints } from './list.ts';

export const complaintCalls: Served[] = [
  serveWrite(complaintCreate, { run: createComplaint, show: showCreated }),
  serveWrite(complaintPicture, { before: storePicture, run: addPicture, show: showPictures }),
  serveRead(complaintList, listComplaints),
];
