import AVFAudio
import SordinoHardware
import SordinoPolicy

extension SimulatedDevice {
    // MARK: Calls

    /// The presentation of an incoming call.
    public enum CallStyle: Sendable { case fullScreen, banner }

    /// Lets an incoming call ring.
    public func ring(_ style: CallStyle = .fullScreen) { happen(.callRings(style == .banner ? .banner : .fullScreen)) }

    /// The person accepts the call.
    public func acceptCall() { happen(.callAccepted) }

    /// The person declines the call, or the caller gives up.
    public func declineCall() { happen(.callDeclined) }

    /// Ends the call in progress.
    public func hangUp() { happen(.callEnded) }

    // MARK: Alarms and the assistant

    /// The alarm clock goes off.
    public func alarm() { happen(.alarmStarts) }

    /// The person stops the alarm clock.
    public func acknowledgeAlarm() { happen(.alarmAcknowledged) }

    /// The person calls the assistant, which listens.
    public func invokeAssistant() { happen(.assistant(.capturing)) }

    /// Lets the assistant speak its answer.
    public func assistantSpeaks() { happen(.assistant(.speaking)) }

    /// Dismisses the assistant as the person would.
    public func dismissAssistant() { happen(.assistant(.dismissed)) }

    // MARK: Ports

    /// Plugs in or connects an accessory.
    public func plug(_ accessory: SimulatedAccessory) {
        let arrived = hardware.plug(accessory.accessory)
        if arrived.isEmpty { journal.object("\(accessory.name) is plugged in already: unplug it first") }
        system.settle()
    }

    /// Unplugs or disconnects an accessory.
    public func unplug(_ accessory: SimulatedAccessory) {
        let departed = hardware.unplug(deviceUID: accessory.accessory.deviceUID)
        if departed.isEmpty { journal.object("\(accessory.name) is not plugged in: plug it in first") }
        system.settle()
    }

    /// Selects an output for the user: the first port of that type.
    public func pick(_ portType: AVAudioSession.Port) {
        guard let port = hardware.ports.first(where: { $0.type == portType }) else {
            let types = Set(hardware.ports.map(\.type.rawValue)).sorted().joined(separator: ", ")
            return journal.object("there is no port \(portType.rawValue) to pick: the device has \(types)")
        }
        happen(.userPicked(portUID: port.uid))
    }

    /// Plays on several outputs in step, as the user would pick rooms; what played elsewhere moves there.
    ///
    /// - Parameter rooms: Plugged in already, receivers on the network in most cases.
    public func pick(_ rooms: [SimulatedAccessory]) {
        let uids = rooms.compactMap(outputUID)
        if uids.count == rooms.count { happen(.userPickedTogether(portUIDs: uids)) }
    }

    /// Plays on one more output, in step with those that play already.
    public func add(_ room: SimulatedAccessory) {
        if let uid = outputUID(of: room) { happen(.userAdded(portUID: uid)) }
    }

    /// Plays no longer on an output that was picked together with others, which play on.
    public func remove(_ room: SimulatedAccessory) {
        if let uid = outputUID(of: room) { happen(.userRemoved(portUID: uid)) }
    }

    /// The accessory's output; nil, with a line in the journal, where it has none or is not there.
    private func outputUID(of accessory: SimulatedAccessory) -> String? {
        let uids = accessory.accessory.ports.filter { $0.direction == .output }.map(\.uid)
        if let uid = uids.first(where: { uid in hardware.ports.contains { $0.uid == uid } }) { return uid }
        journal.object("\(accessory.name) has no output to pick: plug it in first")
        return nil
    }

    // MARK: Switches

    /// The switch on the side of the device.
    public var isRingerSilent: Bool {
        get { ringer }
        set {
            ringer = newValue
            happen(.ringer(silent: newValue))
        }
    }

    /// Indicates whether the screen is locked.
    public var isLocked: Bool { lockedState }

    /// Locks the screen as the person would.
    public func lock() {
        lockedState = true
        happen(.screen(locked: true))
    }

    /// Unlocks the screen as the person would.
    public func unlock() {
        lockedState = false
        happen(.screen(locked: false))
    }

    /// The device's volume, 0 to 1, as the person sets it with a slider.
    public var volume: Float {
        get { hardware.volume }
        set { happen(.volumeSet(newValue)) }
    }

    /// Presses the key that makes it louder.
    public func pressVolumeUp() { happen(.volumeKey(.up)) }

    /// Presses the key that makes it quieter.
    public func pressVolumeDown() { happen(.volumeKey(.down)) }

    /// Mutes the built-in microphone in hardware, as closing a cover does, or opens it.
    public func setMicrophoneMuted(_ isMuted: Bool) { happen(.microphoneMuted(isMuted)) }

    /// Turns spatial audio on or off on the ports that support it, as the person would in the settings.
    public func setSpatialAudio(_ isEnabled: Bool) { happen(.spatialAudio(enabled: isEnabled)) }

    /// Allows or forbids programs to add their sound to calls; forbidden at first.
    public func setAddsSoundToCalls(_ isEnabled: Bool) { happen(.microphoneInjection(enabled: isEnabled)) }

    /// Chooses a program's microphone mode, as `audioctl voice` does.
    public func choose(_ mode: SimulatedApp.MicrophoneMode, for app: SimulatedApp) {
        happen(.microphoneMode(app.context.id, mode))
    }

    /// The device wakes from sleep.
    public func wakeFromSleep() { happen(.woke) }

    // MARK: The media services

    /// Crashes the media services: all players, recorders and engines become unusable.
    public func loseMediaServices() {
        hardware.loseServer()
        system.settle()
    }

    /// Restarts the media services; programs have to make their players and engines again.
    public func restartMediaServices() {
        hardware.restartServer()
        system.settle()
    }

    /// The media services crash and come back.
    public func resetMediaServices() {
        loseMediaServices()
        restartMediaServices()
    }
}
