import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoEngine
import SordinoGraph
import SordinoRealtime

/// Plays buffers and files, each on its frame.
///
/// Scheduled sounds play in order, one after the other without a gap, or at their time on the player's time line. That
/// starts at 0 with the first frame after `play`, stands still while paused, and ends with `stop`. Buffers must have
/// the rate of the output bus; files are converted to it.
/// - Thread: any but the render thread. Completion handlers run on a thread of Sordino.
/// - Source: Apple, AVFAudio, `AVAudioPlayerNode`.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    let player: Player

    /// Makes a player with nothing to play.
    public override init() {
        player = Player()
        super.init(processor: player, role: .player(player), mixing: MixingSource())
    }

    // MARK: Playing

    /// Starts or resumes with the next block.
    open func play() { play(at: nil) }

    /// Starts or resumes at a time.
    ///
    /// - Parameter when: On the node's time line (`lastRenderTime`), or in host time; nil for the next block.
    open func play(at when: AVAudioTime?) {
        do {
            try playAudio(at: when)
        } catch {
            let sentence = (error as NSError).userInfo[NSLocalizedFailureReasonErrorKey] as? String
            stopOnMisuse(sentence ?? "\(error)")
        }
    }

    /// Works like `play`, but throws an error instead of stopping the program.
    open func playAudio() throws { try playAudio(at: nil) }

    /// Works like `play(at:)`, but throws an error instead of stopping the program.
    ///
    /// - Throws: An `NSError` with `kAudioUnitErr_Uninitialized` if the engine does not run,
    ///   `kAudioUnitErr_NoConnection` if the node's output is not connected.
    open func playAudio(at when: AVAudioTime?) throws {
        guard let (core, id) = attachment else {
            throw Self.refusal(-10867, "required condition is false: _engine != nil")
        }
        guard core.isRunning else {
            throw Self.refusal(-10867, "required condition is false: _engine->IsRunning()")
        }
        guard core.locked({ !core.graph.outputs(of: id).isEmpty }) else {
            throw Self.refusal(-10876, "player started when in a disconnected state")
        }
        prepareFiles(frameCount: EngineService.liveFrames / 4)
        do { try core.endRest() } catch { throw EngineError.error(error, call: "play") }
        if let when, when.isSampleTimeValid {
            player.play(atFrame: frame(when, atRate: outputFormat(forBus: 0).sampleRate))
        } else if let when, when.isHostTimeValid {
            player.play(hostNanoseconds: Int64(clamping: when.hostTime))
        } else {
            player.play()
        }
        core.service.wake()
    }

    private static func refusal(_ status: OSStatus, _ sentence: String) -> NSError {
        NSError(
            domain: EngineError.domain, code: Int(status),
            userInfo: [NSLocalizedDescriptionKey: sentence, NSLocalizedFailureReasonErrorKey: sentence])
    }

    /// Pauses at the next block; `play` resumes from there.
    open func pause() {
        player.pause()
        attachment?.core.settleIfNothingRenders(player)
    }

    /// Stops at the next block and drops everything that is scheduled; its completion handlers are called.
    open func stop() {
        if let core = attachment?.core { return core.stop(player) }
        for completion in player.stop() { completion() }
    }

    /// Indicates whether `play` was called last, not `pause` or `stop`.
    open var isPlaying: Bool { player.isPlaying }

    /// Reads files ahead, so that they begin without delay.
    ///
    /// - Parameter frameCount: Frames at the rate of the output bus.
    open func prepare(withFrameCount frameCount: AVAudioFrameCount) {
        prepareFiles(frameCount: Int(clamping: frameCount))
    }

    func prepareFiles(frameCount: Int) {
        attachment?.core.service.prepare(player, frameCount: frameCount)
    }

    // MARK: Time

    /// The player's time for a time of the node.
    ///
    /// - Parameter nodeTime: As `lastRenderTime`.
    /// - Returns: Nil while the player does not play.
    @discardableResult
    open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
        precondition(nodeTime.isSampleTimeValid || nodeTime.isHostTimeValid, "nodeTime is invalid")
        guard let report = timeReport else { return nil }
        let frame =
            nodeTime.isSampleTimeValid
            ? self.frame(nodeTime, atRate: report.sampleRate) : report.frame(atHostTime: nodeTime.hostTime)
        guard let frame else { return nil }
        return time(frame - report.origin, nodeTime, report)
    }

    /// The node's time for a time of the player.
    ///
    /// - Returns: Nil while the player does not play.
    @discardableResult
    open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
        precondition(playerTime.isSampleTimeValid || playerTime.isHostTimeValid, "playerTime is invalid")
        guard let report = timeReport else { return nil }
        guard playerTime.isSampleTimeValid else {
            guard let frame = report.frame(atHostTime: playerTime.hostTime) else { return nil }
            return time(frame, playerTime, report)
        }
        return time(frame(playerTime, atRate: report.sampleRate) + report.origin, playerTime, report)
    }

    private var timeReport: PlayerReport? {
        guard let (core, _) = attachment, isPlaying, core.locked({ core.isRunning && core.renderer.lastBlock != nil })
        else { return nil }
        let report = player.latestReport
        return report.isStarted ? report : nil
    }

    private func time(_ frame: Int64, _ given: AVAudioTime, _ report: PlayerReport) -> AVAudioTime {
        given.isHostTimeValid
            ? AVAudioTime(hostTime: given.hostTime, sampleTime: frame, atRate: report.sampleRate)
            : AVAudioTime(sampleTime: frame, atRate: report.sampleRate)
    }

    /// A time's frame at a rate.
    func frame(_ time: AVAudioTime, atRate rate: Double) -> Int64 {
        guard time.sampleRate > 0, time.sampleRate != rate else { return time.sampleTime }
        return Int64(nearest: Double(time.sampleTime) * rate / time.sampleRate)
    }
}

extension PlayerReport {
    /// The node's frame at a host time; nil offline, where there is none.
    func frame(atHostTime hostTime: UInt64) -> Int64? {
        guard hostNanoseconds >= 0 else { return nil }
        let seconds = (Double(hostTime) - Double(hostNanoseconds)) / 1e9
        return Int64(nearest: Double(sampleTime) + seconds * sampleRate)
    }
}
