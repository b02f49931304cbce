/// Switches and states of the device: ringer, microphone mute, sleep (rules.md §1.1, §4.12, R5.4).
extension Policy {
    mutating func setRinger(silent: Bool) {
        guard switches.isRingerSilent != silent else { return }
        switches.isRingerSilent = silent
        for slot in lists.active { refreshGain(slot) }
        for slot in lists.localUsers { refreshLocalGain(slot) }
        refreshActorGains()
    }

    /// A case was closed over the microphone, or a switch thrown.
    mutating func setMicrophone(muted: Bool) {
        guard switches.isMicrophoneMuted != muted else { return }
        switches.isMicrophoneMuted = muted
        if muted {
            for slot in lists.active.reversed() where sessions[slot].runningInputs > 0 && interruptsWhenMuted(slot) {
                interrupt(slot, by: .mutedMicrophone, .builtInMicMuted, cause("§4.12", "the microphone was muted"))
            }
            settleAfterInterruptions()
        } else {
            var victims = lists.interrupted.filter { sessions[$0].isInterrupted(by: .mutedMicrophone) }
            sort(&victims, settings.endedOrder)
            for victim in victims { release(victim, from: .mutedMicrophone, ended: settings.mutedMicEnded) }
        }
        for slot in lists.active { refreshInputSilence(slot) }
    }

    func usesBuiltInMic(_ slot: Int) -> Bool { sessions[slot].view.route.inputs.contains { $0.type == .builtInMic } }

    /// §4.12 row 2; with the option, the microphone delivers zeros instead.
    func interruptsWhenMuted(_ slot: Int) -> Bool {
        settings.profile >= .modern && usesBuiltInMic(slot) && mayInterrupt(sessions[slot])
            && !sessions[slot].configuration.options.contains(.overrideMutedMicrophoneInterruption)
    }

    mutating func wake() {
        var slots: [Int] = []
        for zone in zoneNumbers { if let controller = controller(in: zone) { slots.append(controller) } }
        for slot in lists.active.reversed() where !slots.contains(slot) { slots.append(slot) }
        for slot in slots where !sessions[slot].isSuspended {
            notify(slot, .routeChanged(.wakeFromSleep, previous: sessions[slot].view.route))
        }
    }
}
