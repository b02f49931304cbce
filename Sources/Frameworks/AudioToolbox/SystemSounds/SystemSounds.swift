import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoMedia
import SordinoSession
import Synchronization

/// The sounds that programs have made, by their numbers.
final class SystemSounds: Sendable {
    static let shared = SystemSounds()

    private struct State {
        /// The first number behind that of the vibration.
        var next: SystemSoundID = kSystemSoundID_Vibrate + 1
        var sounds: [SystemSoundID: SystemSound] = [:]
    }

    private let state = Mutex(State())

    /// Makes a sound of the file at a path.
    func add(_ reader: sending MediaReader, path: String, context: AppContext) -> SystemSoundID {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        let sound = SystemSound(id, reader: reader, path: path, context: context)
        state.withLock { $0.sounds[id] = sound }
        return id
    }

    /// Removes a sound of the calling program.
    func remove(_ id: SystemSoundID) -> SystemSound? {
        let program = AppContext.given
        return state.withLock { state in
            guard let sound = state.sounds[id], sound.belongs(to: program) else { return nil }
            state.sounds[id] = nil
            return sound
        }
    }

    /// Shakes the device beside a sound that there is, unless shaking is all that the sound does.
    static func shakeForAlert(_ id: SystemSoundID) {
        if id != kSystemSoundID_Vibrate, shared.sound(id) != nil { shake(.current) }
    }

    /// Asks the service to shake the device; it may refuse, and there may be no motor.
    static func shake(_ context: AppContext) { try? context.client.ask(.vibrate) }

    /// A sound of a program's, or one of the system's own; nil for a number that was given to nobody.
    func sound(_ id: SystemSoundID) -> SystemSound? {
        if id <= kSystemSoundID_Vibrate { return OwnSounds.of(.current).sound(id) }
        // Numbers are unique in the process, which is several programs on a simulated device.
        let program = AppContext.given
        return state.withLock { $0.sounds[id] }.flatMap { $0.belongs(to: program) ? $0 : nil }
    }
}

/// The sounds of the system's own that a program hears now, or wants to hear of.
private final class OwnSounds: Sendable {
    private let sounds = Mutex<[SystemSoundID: SystemSound]>([:])
    private let context: @Sendable () -> AppContext?

    static func of(_ context: AppContext) -> OwnSounds {
        context.attachment(OwnSounds.self) { OwnSounds($0) }
    }

    private init(_ context: AppContext) { self.context = { [weak context] in context } }

    func sound(_ id: SystemSoundID) -> SystemSound? {
        if let there = sounds.withLock({ $0[id] }) { return there }
        guard let context = context() else { return nil }
        let file = SoundTheme.name(of: id).flatMap { SoundTheme.current.file($0) }
        // One that cannot be read is silence, like one that is not there.
        let made = SystemSound(
            id, reader: file.flatMap { try? MediaReader(path: $0.path) }, path: file?.path ?? "", context: context,
            rests: { [weak self] sound in
                self?.sounds.withLock { if $0[id] === sound { $0[id] = nil } }
            })
        return sounds.withLock { sounds in
            let sound = sounds[id] ?? made
            sounds[id] = sound
            return sound
        }
    }
}
