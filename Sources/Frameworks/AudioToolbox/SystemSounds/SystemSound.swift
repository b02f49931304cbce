import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoDevice
import SordinoEngine
import SordinoMedia
import SordinoRealtime
import SordinoSession
import Synchronization

/// One sound of System Sound Services: a file player, of which a program plays one at a time.
///
/// - Thread: any; no lock is held while the player or the program is called.
final class SystemSound: Sendable {
    /// The reason for which a file cannot be a system sound.
    enum Refusal: Error {
        case kind, tooLong
    }

    /// The completion function, as `AudioServicesAddSystemSoundCompletion` sets it.
    private struct Routine: Sendable {
        let proc: AudioServicesSystemSoundCompletionProc
        let context: Lent<UnsafeMutableRawPointer?>
        /// The run loop that calls the function; nil for the main loop in its default mode.
        let calls: RunLoopCalls?
    }

    private struct State: Sendable {
        /// The number of calls of `play`, by which the end of an earlier one is recognised and ignored.
        var play = 0
        /// The sound itself from the beginning of a play to its end, which it has to report; nil while none is under way.
        var underWay: SystemSound?
        var completion: (@Sendable () -> Void)?
        var routine: Routine?
        /// The process that plays the rest if the program dies.
        var keeper: SystemSoundKeeper?
        var flags: [AudioServicesPropertyID: UInt32] = [
            kAudioServicesPropertyIsUISound: 1, kAudioServicesPropertyCompletePlaybackIfAppDies: 0,
        ]
    }

    /// The longest duration of a program's sound, in seconds.
    static let maximumSeconds = 30.0
    private static let containers: Set<AudioFileTypeID> = [
        kAudioFileCAFType, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileWAVEType,
    ]
    private static let codecs: Set<AudioFormatID> = [kAudioFormatLinearPCM, kAudioFormatAppleIMA4]

    let id: SystemSoundID
    private let context: AppContext
    /// The player of the file; nil for a system sound that the theme lacks, which is silent.
    private let player: FilePlayer?
    private let path: String
    /// Called when no play is under way and no function waits for the end of another.
    private let rests: (@Sendable (SystemSound) -> Void)?
    private let state = Mutex(State())

    /// Makes a sound without opening a device.
    ///
    /// - Parameter path: The file that `reader` reads, absolute.
    init(
        _ id: SystemSoundID, reader: sending MediaReader?, path: String, context: AppContext,
        rests: (@Sendable (SystemSound) -> Void)? = nil
    ) {
        (self.id, self.path, self.context) = (id, path, context)
        self.rests = rests
        guard let reader else {
            player = nil
            return
        }
        player = FilePlayer(reader: reader, face: .systemSound, context: context)
    }

    deinit { player?.pause() }

    /// Indicates whether a program may use the sound; nil is the process's own.
    func belongs(to program: AppContext?) -> Bool { program == nil || program === context }

    /// Opens a file of a program's.
    ///
    /// - Throws: `Refusal` for a file that cannot be a system sound, the reader's error for one that cannot be read.
    static func open(_ path: String) throws -> MediaReader {
        let reader = try MediaReader(path: path)
        guard containers.contains(reader.container.fileType.rawValue), codecs.contains(reader.format.codec.rawValue),
            reader.frameCount > 0
        else { throw Refusal.kind }
        guard Double(reader.frameCount) <= maximumSeconds * reader.format.sampleRate else { throw Refusal.tooLong }
        return reader
    }

    // MARK: Playing

    /// Plays the sound, which stops the program's present system sound; one of the user interface only if the desktop's
    /// settings allow it.
    ///
    /// - Parameters:
    ///   - isAlert: Whether it plays regardless of the settings.
    ///   - seconds: The position to begin at.
    ///   - completion: Called when the sound has ended, was stopped or cannot be played.
    func play(isAlert: Bool, from seconds: Double = 0, _ completion: (@Sendable () -> Void)?) {
        end(nil)
        let play = state.withLock { state in
            state.play += 1
            state.underWay = self
            state.completion = completion
            return state.play
        }
        if id == kSystemSoundID_Vibrate { SystemSounds.shake(context) }
        guard let player, isAlert || isWanted else { return end(play) }
        player.pause()
        player.seek(to: Int64(seconds * player.format.sampleRate))
        player.setEvents(
            FilePlayer.Events(
                lane: .secondary, finished: { [weak self] _ in self?.end(play) },
                failed: { [weak self] _ in self?.end(play) }, interruption: { _, _ in },
                stopped: { [weak self] in self?.end(play) }))
        guard (try? player.play()) == true else { return end(play) }
        guard flag(kAudioServicesPropertyCompletePlaybackIfAppDies) != 0, !context.system.isPulled,
            let keeper = SystemSoundKeeper(path: path, beginning: context.system.hardware.now.nanoseconds)
        else { return }
        let isOver = state.withLock { state in
            guard state.underWay != nil, state.play == play else { return true }
            state.keeper = keeper
            return false
        }
        if isOver { keeper.release() }
    }

    /// Indicates whether the settings allow the sound; a pulled device has no settings.
    private var isWanted: Bool {
        flag(kAudioServicesPropertyIsUISound) == 0 || context.system.isPulled || EventSounds.areOn()
    }

    /// Stops the sound and removes its completion function.
    func close() {
        player?.pause()
        end(nil)
        setRoutine(nil, nil, on: nil, mode: nil)
    }

    /// Marks a play as ended and calls its completions, once for each play.
    ///
    /// - Parameter play: The number of the play; nil for the present one.
    private func end(_ play: Int?) {
        typealias Waiting = (completion: (@Sendable () -> Void)?, routine: Routine?, keeper: SystemSoundKeeper?)
        let (completion, routine, keeper) = state.withLock { state -> Waiting in
            guard state.underWay != nil, play == nil || play == state.play else { return (nil, nil, nil) }
            state.underWay = nil
            defer { (state.completion, state.keeper) = (nil, nil) }
            return (state.completion, state.routine, state.keeper)
        }
        keeper?.release()
        if let completion { context.system.callbacks.deliver(.secondary, to: context, completion) }
        guard let routine else {
            if play != nil { restIfUnused() }
            return
        }
        let id = id
        let call: @Sendable () -> Void = { routine.proc(id, routine.context.value) }
        if let calls = routine.calls {
            calls.perform(call)
        } else {
            context.system.callbacks.deliver(.main, to: context, call)
        }
    }

    // MARK: Settings

    /// Sets the completion function; nil for none.
    func setRoutine(
        _ proc: AudioServicesSystemSoundCompletionProc?, _ context: UnsafeMutableRawPointer?, on loop: CFRunLoop?,
        mode: CFString?
    ) {
        var calls: RunLoopCalls?
        if proc != nil, loop != nil || mode != nil { calls = RunLoopCalls(on: loop ?? CFRunLoopGetMain(), mode: mode) }
        let routine = proc.map { Routine(proc: $0, context: Lent(context), calls: calls) }
        state.withLock { $0.routine = routine }
        restIfUnused()
    }

    private func restIfUnused() {
        if state.withLock({ $0.underWay == nil && $0.routine == nil }) { rests?(self) }
    }

    /// Returns a property's value; nil for an unknown property.
    func flag(_ id: AudioServicesPropertyID) -> UInt32? { state.withLock { $0.flags[id] } }

    func setFlag(_ id: AudioServicesPropertyID, _ value: UInt32) { state.withLock { $0.flags[id] = value } }
}
