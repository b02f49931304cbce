import SordinoGraph
import SordinoMedia
import SordinoRealtime
import SordinoSignal

/// The reader of files for everything that plays: a part of a file at the node's rate, once or several times in a row, and at
/// another speed if wanted.
///
/// n frames of the file become round(n · ratio / speed) frames; frame 0 lies on frame 0.
/// - Thread: any but the render thread; one lock for all. Reading waits for the disk.
package final class FileStream: PlayerStream, @unchecked Sendable {
    /// Frames of the file read at a time.
    private static let chunkFrames = 2048
    /// Frames that are read ahead of what plays, for open-ended streams: 0.17 s at 48 kHz.
    package static let playedAheadFrames = 8192
    /// The same for blocks of so many frames: four, since a device takes two at once when it starts, and the reader rests for half.
    package static func aheadFrames(blockFrames: Int) -> Int {
        min(max(playedAheadFrames, 4 * blockFrames), Player.readAheadLimit)
    }

    /// The same where frames are shown in pages, for a player that may ask for more: 0.68 s at 48 kHz.
    package static let lentAheadFrames = 32_768
    /// Frames of the shortest round that is lent.
    private static let leastLentFrames = 4096
    /// The same while the speed can be changed, so that a change is soon heard.
    private static let changeableAheadFrames = 4096

    /// One pass over the file, by the frames read before it.
    private struct Round {
        var readStart: Int64
        var fileStart: Int64
    }

    package let channelCount: Int
    /// The places of the channels, where the file names them.
    package let places: [ChannelPlace]?
    /// Frames at the node's rate; of an open-ended stream a number that is never reached.
    package let frameCount: Int
    package let isOpenEnded: Bool

    private let lock = Guarded(())
    // Under the lock, all of it.
    private let reader: any FrameSource
    private let startFrame: Int64
    private let firstFrame: Int64
    private let fileEnd: Int64
    private let ratio: Double
    /// Changes the rate; nil where the file has the node's.
    private let rate: RateConversion?
    /// Changes the speed; nil where that stays 1.
    private let speed: SpeedChange?
    /// Frames of the file that wait for the steps above.
    private let input: PlanarFrames
    private let repeatCount: Int
    /// The frames of a block of the device when the stream was made.
    private let blockFrames: Int
    /// Rounds to begin after this one; negative for ever.
    private var roundsLeft: Int
    private var fileFramesLeft: Int64
    private var readFrames: Int64 = 0
    private var rounds: [Round]
    /// Rounds that were heard to their end.
    private var passedRounds = 0
    /// Frames made since the beginning.
    private var madeFrames = 0
    /// Indicates whether the last frame of the last round has been read, and made.
    private var isAtEnd = false
    private var isDrained = false
    /// The frame at which the stream ends if fewer rounds are wanted than were read.
    private var cut: Int?
    private var isClosed = false
    private var storedFailure: MediaError?

    /// Takes a part of a file, clipped to what the file has.
    ///
    /// - Parameters:
    ///   - reader: Used by this stream only.
    ///   - start: The first frame, at the file's rate.
    ///   - wanted: Frames at the file's rate.
    ///   - rate: The node's.
    ///   - repeatCount: How many times more than once; without a seam.
    package convenience init(
        _ reader: any FrameSource, from start: Int64, frameCount wanted: Int64, rate: Double, repeatCount: Int = 0
    ) {
        let start = min(max(start, 0), reader.frameCount)
        let count = min(max(wanted, 0), reader.frameCount - start)
        let ratio = rate / reader.format.sampleRate
        // No more frames than a stream can count, for any number of repetitions.
        let total = Self.total(count, repeatCount)
        // At least one frame, also if a single frame is converted to a sixteenth of its rate.
        let frames = ratio == 1 ? Int(total) : Int(min(max((Double(total) * ratio).rounded(), total > 0 ? 1 : 0), 1e15))
        self.init(
            reader, from: start, roundsFrom: start, to: start + count, rate: rate, repeatCount: repeatCount,
            frameCount: frames, speed: nil, isOpenEnded: false)
    }

    /// Takes a whole file from a frame on; rounds after the first begin at frame 0.
    ///
    /// - Parameters:
    ///   - reader: Used by no stream that is not closed.
    ///   - start: The first frame, at the file's rate.
    ///   - rate: The node's.
    ///   - loops: Rounds after the first; negative for ever.
    ///   - speed: 1 is as recorded; nil if it will not be changed.
    ///   - range: The part that is heard, clipped to what the file has; nil for all of it.
    ///   - isTape: Whether the pitch follows the speed.
    package convenience init(
        playing reader: any FrameSource, from start: Int64, rate: Double, loops: Int, speed: Double?,
        range: Range<Int64>? = nil, isTape: Bool = false, blockFrames: Int = 0
    ) {
        let end = min(max(range?.upperBound ?? .max, 0), reader.frameCount)
        let first = min(max(range?.lowerBound ?? 0, 0), end)
        self.init(
            reader, from: min(max(start, 0), end), roundsFrom: first, to: end, rate: rate, repeatCount: loops,
            frameCount: .max, speed: speed, isOpenEnded: true, isTape: isTape, blockFrames: blockFrames)
    }

    private init(
        _ reader: any FrameSource, from start: Int64, roundsFrom first: Int64, to end: Int64, rate: Double,
        repeatCount: Int, frameCount: Int, speed: Double?, isOpenEnded: Bool, isTape: Bool = false,
        blockFrames: Int = 0
    ) {
        self.reader = reader
        self.frameCount = frameCount
        self.isOpenEnded = isOpenEnded
        self.repeatCount = repeatCount
        self.blockFrames = blockFrames
        channelCount = reader.format.channelCount
        places = reader.layout?.labels?.map { ChannelPlace(rawValue: $0) }
        startFrame = start
        firstFrame = first
        fileEnd = end
        roundsLeft = repeatCount
        fileFramesLeft = end - start
        rounds = [Round(readStart: 0, fileStart: start)]
        let fileRate = reader.format.sampleRate
        ratio = rate / fileRate
        self.rate =
            fileRate == rate
            ? nil : RateConversion(channelCount: channelCount, from: fileRate, to: rate, quality: .high)
        self.speed = speed.map {
            SpeedChange(
                channelCount: reader.format.channelCount, sampleRate: fileRate, speed: $0, changesPitch: isTape,
                isTape: isTape)
        }
        let isDirect = self.rate == nil && self.speed == nil
        lendsFrames = isOpenEnded && isDirect && end - first >= Self.leastLentFrames && reader.lendsFrames
        input = PlanarFrames(.float32, channelCount: channelCount, capacity: isDirect ? 0 : Self.chunkFrames)
        reader.seek(to: start)
    }

    /// All frames of all repetitions; of endless ones, a number that is never reached.
    private static func total(_ frames: Int64, _ repeatCount: Int) -> Int64 {
        let (product, isTooLarge) = frames.multipliedReportingOverflow(by: Int64(repeatCount) + 1)
        return isTooLarge ? 1 << 50 : min(product, 1 << 50)
    }

    package var readAheadFrames: Int {
        if !isOpenEnded { return Player.readAheadLimit }
        // Longer blocks than these are rare, and then no gap counts for more than a change that is soon heard.
        if speed != nil, blockFrames <= Self.changeableAheadFrames / 2 { return Self.changeableAheadFrames }
        return lendsFrames ? max(Self.lentAheadFrames, openingFrames) : openingFrames
    }

    /// The frames that are ready before the first block.
    package var openingFrames: Int { Self.aheadFrames(blockFrames: blockFrames) }

    /// Indicates whether its first frame comes from the middle of a round.
    package var beginsInside: Bool { startFrame > firstFrame }

    /// The reason for which the file could not be read to its end; nil if it could so far.
    package var failure: MediaError? { lock.withLock { _ in storedFailure } }

    /// Reads no more: another stream has the reader now.
    package func close() { lock.withLock { _ in isClosed = true } }

    /// Ends the stream at one of its frames that may have been read already; reads no more.
    package func end(at frame: Int) {
        lock.withLock { _ in
            isClosed = true
            cut = min(max(frame, 0), madeFrames)
        }
    }

    /// Gives back what the file is read with, until it is read again.
    package func rest() { lock.withLock { _ in if !isClosed { reader.rest() } } }

    // MARK: Reading

    package func rewind() {
        lock.withLock { _ in
            reader.seek(to: startFrame)
            fileFramesLeft = fileEnd - startFrame
            roundsLeft = repeatCount
            rounds = [Round(readStart: 0, fileStart: startFrame)]
            (readFrames, madeFrames) = (0, 0)
            (isAtEnd, isDrained, cut) = (false, false, nil)
            input.empty()
            rate?.reset()
            speed?.begin()
        }
    }

    package func read(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int) -> Int {
        lock.withLock { _ in
            guard !isClosed else { return 0 }
            let given = make(channels, wanted)
            madeFrames += given
            return given
        }
    }

    /// Indicates whether frames are shown where all players of the file have them: as they are, and in rounds that are no
    /// shorter than a piece, so that few pieces are on the way.
    package let lendsFrames: Bool

    package func lend(frameCount wanted: Int) -> LentFrames? {
        lock.withLock { _ in
            guard !isClosed, !isAtEnd else { return nil }
            if fileFramesLeft == 0, roundsLeft != 0, fileEnd > firstFrame { beginRound() }
            var lent: PageFrames?
            do throws(MediaError) {
                lent = try reader.lend(frameCount: Int(min(Int64(wanted), fileFramesLeft)))
            } catch {
                storedFailure = error
            }
            took(lent?.frameCount ?? 0, isLast: lent == nil)
            madeFrames += lent?.frameCount ?? 0
            if isAtEnd { isDrained = true }
            return lent.map {
                LentFrames(
                    keeper: $0.hold, channels: $0.hold.frames.floats, start: $0.start, frameCount: $0.frameCount)
            }
        }
    }

    private func make(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, _ wanted: Int) -> Int {
        if rate == nil, speed == nil {
            let given = readFile(into: channels, frameCount: wanted)
            if given < wanted, isAtEnd { isDrained = true }
            return given
        }
        var done = 0
        while done < wanted {
            if input.isEmpty, !isAtEnd, speed?.frames.isEmpty ?? true {
                input.empty()
                let given = readFile(into: input.floats, frameCount: input.room)
                // More has not arrived yet.
                if given == 0, !isAtEnd { return done }
                input.put(given)
            }
            if let speed, speed.frames.isEmpty { speed.convert(input) }
            let source = speed?.frames ?? input
            if source.isEmpty {
                guard isAtEnd, speed?.isOver ?? true else { continue }
                // The file is over: what is on its way in the filter comes out.
                if let rate { done += rate.drain(into: channels, atFrame: done, room: wanted - done) }
                if done < wanted { isDrained = true }
                return done
            }
            if let rate {
                done += rate.convert(source, into: channels, atFrame: done, room: wanted - done)
            } else {
                done += source.move(into: channels, atFrame: done, room: wanted - done)
            }
        }
        return done
    }

    /// Reads frames of the file, from its beginning again while it is repeated.
    ///
    /// A disk that fails counts as the end.
    /// - Returns: Fewer frames than wanted at the end, with `isAtEnd`, and where more has not arrived.
    private func readFile(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount wanted: Int
    ) -> Int {
        let block = SampleBlock(
            .float32, channelCount: channelCount, isInterleaved: false,
            buffers: UnsafeRawPointer(channels).assumingMemoryBound(to: UnsafeMutableRawPointer.self))
        var done = 0
        while done < wanted, !isAtEnd {
            if fileFramesLeft == 0, roundsLeft != 0, fileEnd > firstFrame { beginRound() }
            let count = Int(min(Int64(wanted - done), fileFramesLeft))
            var given = 0
            if count > 0 {
                do throws(MediaError) {
                    given = try reader.read(into: block, atFrame: done, frameCount: count)
                } catch {
                    storedFailure = error
                }
            }
            done += given
            let isWaiting = given < count && storedFailure == nil && reader.isWaiting
            took(given, isLast: given < count && !isWaiting)
            if isWaiting { return done }
        }
        return done
    }

    /// Counts frames of the file that were read, and ends where nothing follows them.
    private func took(_ frameCount: Int, isLast: Bool) {
        readFrames += Int64(frameCount)
        fileFramesLeft -= Int64(frameCount)
        if isLast { (fileFramesLeft, roundsLeft) = (0, 0) }
        guard fileFramesLeft == 0, roundsLeft == 0 || fileEnd <= firstFrame else { return }
        isAtEnd = true
        // The next frames read, if any are, are at another position.
        if isOpenEnded { reader.rest() }
        speed?.finish(inputFrames: readFrames)
    }

    private func beginRound() {
        if roundsLeft > 0 { roundsLeft -= 1 }
        fileFramesLeft = fileEnd - firstFrame
        reader.seek(to: firstFrame)
        if isOpenEnded { rounds.append(Round(readStart: readFrames, fileStart: firstFrame)) }
    }

    // MARK: The end

    package var endFrame: Int? {
        lock.withLock { _ in
            if let cut { return cut }
            if isDrained { return madeFrames }
            guard isAtEnd else { return nil }
            return max(madeFrames, Int((Double(speed?.goal ?? Int(readFrames)) * ratio).rounded()))
        }
    }

    /// Changes how many rounds follow the one that is heard.
    ///
    /// - Parameters:
    ///   - loops: Rounds; negative for ever.
    ///   - frame: The frame of the stream that is heard next.
    package func setLoops(_ loops: Int, heardFrame frame: Int) {
        lock.withLock { _ in
            dropRounds(before: inputFrame(of: frame))
            // Rounds that were read or begun after the one that is heard.
            let ahead = rounds.count - 1
            if loops >= 0, loops < ahead {
                roundsLeft = 0
                if fileFramesLeft > 0 { fileFramesLeft = 0 }
                cut = outputFrame(of: Double(rounds[loops + 1].readStart))
                return
            }
            if cut != nil, ahead > 0 {
                // The frames that were cut off are in the ring; only the last round may have been left half read.
                fileFramesLeft = max(0, fileEnd - firstFrame - (readFrames - rounds[ahead].readStart))
                if fileFramesLeft > 0 { reader.seek(to: fileEnd - fileFramesLeft) }
            }
            cut = nil
            roundsLeft = loops < 0 ? loops : loops - ahead
            if isAtEnd, roundsLeft != 0 || fileFramesLeft > 0, fileEnd > firstFrame, storedFailure == nil { goOn() }
        }
    }

    /// The end was reached and is none any more.
    private func goOn() {
        isAtEnd = false
        speed?.goOn(inputFrames: readFrames, isDrained: isDrained)
        if isDrained { rate?.reset() }
        isDrained = false
    }

    /// Changes the speed of what has not been made yet, if the stream was made with one.
    package func setSpeed(_ speed: Double) { lock.withLock { _ in self.speed?.setSpeed(speed) } }

    // MARK: Places

    /// The frame of the file that a frame of the stream comes from; at most the last.
    package func fileFrame(of frame: Int) -> Int64 {
        lock.withLock { _ in
            let read = inputFrame(of: frame)
            dropRounds(before: read)
            guard let round = rounds.first else { return 0 }
            let passed = max(0, read - Double(round.readStart))
            return min(fileEnd, round.fileStart + Int64(passed.rounded()))
        }
    }

    /// The rounds that are over when a frame of the stream is heard.
    package func passedRounds(at frame: Int) -> Int {
        lock.withLock { _ in
            dropRounds(before: inputFrame(of: frame))
            return passedRounds
        }
    }

    /// Forgets rounds that are over.
    private func dropRounds(before read: Double) {
        while rounds.count > 1, Double(rounds[1].readStart) <= read {
            rounds.removeFirst()
            passedRounds += 1
        }
    }

    private func inputFrame(of frame: Int) -> Double {
        let place = Double(frame) / ratio
        return speed?.inputFrame(of: place) ?? place
    }

    private func outputFrame(of read: Double) -> Int {
        Int(((speed?.outputFrame(of: read) ?? read) * ratio).rounded())
    }
}

extension PlanarFrames {
    /// Hands the first frames in use over.
    ///
    /// - Returns: Frames that were moved.
    func move(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, atFrame first: Int, room: Int) -> Int {
        let moved = min(count, room)
        for channel in 0..<channelCount {
            Mixing.copy(floats[channel] + start, into: channels[channel] + first, frameCount: moved)
        }
        took(moved)
        return moved
    }
}
