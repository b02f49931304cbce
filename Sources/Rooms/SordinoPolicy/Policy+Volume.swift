/// The device's volume: one for each class of sound and route (rules.md §6.3).
struct VolumeTable: Hashable, Sendable {
    enum Class: Hashable, Sendable { case media, voice }

    struct Key: Hashable, Sendable {
        var soundClass: Class
        var portUID: String?
    }

    private struct Entry: Hashable, Sendable {
        let key: Key
        var volume: Float
    }

    private var entries: [Entry] = []
    /// The class and port of the volume in force.
    var key = Key(soundClass: .media, portUID: nil)
    var ringer: Float = 1

    /// A class and route that were never heard begin with what is in force: plugging in is never a blow to the ear.
    func volume(_ key: Key) -> Float? { entries.first { $0.key == key }?.volume }

    mutating func set(_ volume: Float, _ key: Key) {
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].volume = volume
        } else {
            entries.append(Entry(key: key, volume: volume))
        }
    }
}

extension Policy {
    /// A slider was moved.
    mutating func setVolume(_ volume: Float) {
        guard volume >= 0 else { return }  // also not a number
        if volume >= exactVolume { hintAtUnmuting() }
        setInForce(min(volume, 1))
    }

    /// R6.12: a sixteenth from where it is.
    ///
    /// Where nothing plays, and while the phone rings, the keys are the ringer's.
    mutating func press(_ key: VolumeKey) {
        let step: Float = key == .up ? 0.062_5 : -0.062_5
        if actors.isRinging || (lists.active.isEmpty && !actors.isSounding) {
            volumes.ringer = min(max(volumes.ringer + step, 0), 1)
            refreshActorGains()
        } else {
            if key == .up { hintAtUnmuting() }
            setInForce(min(max(exactVolume + step, 0), 1))
        }
    }

    /// The volume in force, however it is reported.
    var exactVolume: Float { volumes.volume(volumes.key) ?? settings.initialVolume }

    private mutating func setInForce(_ volume: Float) {
        guard volume != exactVolume else { return }
        volumes.set(volume, volumes.key)
        sendVolume(volume)
    }

    /// The class or the port may be another now.
    mutating func refreshVolume() {
        let key = VolumeTable.Key(soundClass: volumeClass, portUID: volumePort)
        guard key != volumes.key else { return }
        let before = exactVolume
        volumes.key = key
        if let volume = volumes.volume(key) {
            if volume != before { sendVolume(volume) }
        } else {
            volumes.set(before, key)
        }
    }

    private mutating func sendVolume(_ volume: Float) {
        turn.effects.append(.volume(volume))
        let reported = settings.roundsOutputVolume ? Float(Int(volume * 20 + 0.5)) / 20 : volume
        guard reported != device.outputVolume else { return }
        device.outputVolume = reported
        turn.isDeviceDirty = true
        for slot in lists.active.reversed() where !sessions[slot].isSuspended { notify(slot, .outputVolume(reported)) }
    }

    private var volumeClass: VolumeTable.Class {
        if actors.call == .connected { return .voice }
        guard let controller = controller(in: 0) else { return .media }
        return sessions[controller].configuration.effectiveMode.isVoice ? .voice : .media
    }

    /// The port whose volume is in force: where the session in charge, or a call, is heard.
    package var volumePortUID: String? { volumes.key.portUID }

    private var volumePort: String? {
        if actors.call == .connected { return actors.records[SystemActor.call.rawValue].route.outputs.first?.uid }
        if let output = routing.controllers[0].route.outputs.first { return output.uid }
        return RouteRules.outputs(.media, ports(in: 0), settings).first?.uid
    }
}
