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
        /// The number of the next sound; the first follows that of the vibration.
        var next: SystemSoundID = kSystemSoundID_Vibrate + 1
        var sounds: [SystemSoundID: SystemSound] = [:]
    }

    private let state = Mutex(State())

    /// Makes a sound of the file at a path, and returns its number.
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

    /// Vibrates the device with an alert of an existing sound; `kSystemSoundID_Vibrate` itself does so when it plays.
    static func shakeForAlert(_ id: SystemSoundID) {
        if id != kSystemSoundID_Vibrate, shared.sound(id) != nil { shake(.current) }
    }

    /// Requests one vibration from the service, which may refuse; without a motor nothing happens.
    static func shake(_ context: AppContext) { try? context.client.ask(.vibrate) }

    /// Returns a sound by its number: one of the system up to `kSystemSoundID_Vibrate`, else one that the program made.
    ///
    /// Nil for an unknown number.
    func sound(_ id: SystemSoundID) -> SystemSound? {
        if id <= kSystemSoundID_Vibrate { return OwnSounds.of(.current).sound(id) }
        // Numbers are unique in the process, which is several programs on a simulated device.
        let program = AppContext.given
        return state.withLock { $0.sounds[id] }.flatMap { $0.belongs(to: program) ? $0 : nil }
    }
}

/// The numbered system sounds that a program plays or has given a completion function.
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
        // A file that cannot be read is silent, like a missing one.
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
