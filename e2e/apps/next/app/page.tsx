import { Careers } from '../components/careers';

export default function Page() {
  return <Careers />;
}
