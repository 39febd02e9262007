import { type Signal, signal } from '@preact/signals';
import { type FaultPreset, faultPresets, presetOf, withPreset } from './fault-presets.ts';
import type { Faults, SandboxTools } from './traffic.ts';

export interface FaultState {
  /** null until they are read, or where the sandbox does not tell. */
  readonly faults: Signal<Faults | null>;
}

export const createFaultState = (): FaultState => ({ faults: signal(null) });

interface FaultSwitchProps {
  readonly sandbox: SandboxTools;
  readonly state: FaultState;
}

/** Faults stay on until they are switched off: what one wants to watch goes on while one looks elsewhere. */
export function FaultSwitch({ sandbox, state }: FaultSwitchProps) {
  const faults = state.faults.value;
  if (faults === null) return null;
  const on = presetOf(faults);
  const choose = async (preset: FaultPreset | null) => {
    const now = await sandbox.writeFaults(withPreset(faults, preset));
    state.faults.value = now ?? (await sandbox.readFaults());
  };
  return (
    <fieldset class={on === null ? 'faults' : 'faults on'}>
      <legend>Make the service fail, and watch</legend>
      <div class="choices">
        <FaultChoice title="Off" isOn={on === null} onChoose={() => choose(null)} />
        {faultPresets.map((preset) => (
          <FaultChoice
            key={preset.name}
            title={preset.title}
            isOn={on === preset}
            onChoose={() => choose(preset)}
          />
        ))}
      </div>
      <p class="effect" role="status">
        {effectOf(on)}
      </p>
    </fieldset>
  );
}

function effectOf(on: ReturnType<typeof presetOf>): string {
  if (on === null) return 'The service works. Choose a fault, then send the form.';
  if (on === 'other') return 'Another fault was set at the sandbox itself; Off ends it.';
  return on.effect;
}

interface FaultChoiceProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly onChoose: () => void;
}

const FaultChoice = ({ title, isOn, onChoose }: FaultChoiceProps) => (
  <label class="choice">
    <input type="radio" name="fault" checked={isOn} onChange={onChoose} />
    <span>{title}</span>
  </label>
);
