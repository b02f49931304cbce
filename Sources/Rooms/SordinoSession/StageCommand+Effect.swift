import SordinoHardware
import SordinoPolicy

extension StageCommand {
    /// The part of an effect that the stage performs; nil if it has none.
    init?(_ effect: Effect) {
        switch effect {
        case .gain(let program, let audioClass, let gain, let rampSeconds, _):
            self = .gain(program, audioClass, gain, rampSeconds: rampSeconds)
        case .route(let program, let audioClass, let route):
            self = .route(
                program, audioClass, outputs: Self.links(route, of: program),
                inputUIDs: route.inputs.map(\.uid))
        case .silenceInput(let app, let silences):
            self = .silenceInput(.app(app), silences)
        case .inject(let app, let targets, _):
            self = .inject(.app(app), into: targets.map { .app($0) })
        case .tap(let app, let taps, _):
            self = .taps(.app(app), taps)
        case .reply, .snapshot, .device, .notify, .stopIO, .ioInterrupted, .hardware, .volume, .inputGain, .actorSounds,
            .suspend, .askRecordPermission, .askMicrophoneInjectionPermission, .askLibraryPermission,
            .askSystemAudioPermission, .wake:
            return nil
        }
    }

    /// Several ports of an app are one device, their channels side by side (rule R5.18); a system sound on several ports,
    /// such as the ringtone, is on each of them whole, and so is any sound in rooms.
    private static func links(_ route: Route, of program: ProgramID) -> [StageLink] {
        let ports = route.outputs
        if route.isInRooms { return zip(ports, route.delays).map { StageLink(portUID: $0.uid, delaySeconds: $1) } }
        guard case .app = program, ports.count > 1 else { return ports.map { StageLink(portUID: $0.uid) } }
        var firstChannel = 0
        return ports.map { port in
            defer { firstChannel += port.channels.count }
            return StageLink(portUID: port.uid, firstChannel: firstChannel)
        }
    }
}
