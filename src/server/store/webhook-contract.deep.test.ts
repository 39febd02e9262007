/** On every engine, Postgres behind a transaction pooler among them. */
import './webhook-contract.test.ts';
