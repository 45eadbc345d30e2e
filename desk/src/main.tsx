import './base.css';
import './controls.css';
import { createRoot } from 'react-dom/client';
import { Desk } from './Desk.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(<Desk />);
