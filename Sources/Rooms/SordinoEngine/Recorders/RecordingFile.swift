import SordinoGraph
import SordinoMedia
import SordinoRealtime
import Synchronization

/// The file of one recording: takes the frames of captures, brings them to the file's rate and writes them.
///
/// A frame is in the file within a quarter of a second, header and index included, so that a program that is killed
/// leaves a file that opens; twice as late it is on the disk, so that the loss of power costs less than a second. A
/// thread that stops a recording drains its last frames itself; a lock keeps it apart from the worker.
/// - Thread: any but the render thread; calls wait for the disk.
package final class RecordingFile: Sendable {
    /// Frames that are converted and written at a time.
    private static let framesAtOnce = 4096
    /// Seconds of sound after which the file's header is brought up to date.
    private static let updateSeconds = 0.25
    /// Seconds of sound after which file and header are brought to the disk: with the second update.
    private static let keepSeconds = 0.4

    private struct State {
        let writer: MediaWriter
        var capture: Capture?
        var conversion: RateConversion?
        let input: PlanarFrames
        let output: PlanarFrames
        /// Frames that the header counts, and those that were on the disk with it.
        var countedFrames: Int64 = 0
        var keptFrames: Int64 = 0
        var isOpen = true
    }

    /// Frames of the file in a second.
    let sampleRate: Double
    let channelCount: Int
    private let conversion: ConversionSettings
    private let sink: Lent<any ByteSink>
    private let state: Mutex<State>
    /// Captures whose frames come next; apart, so that a thread that starts a stream does not wait for the disk.
    private let upcoming = Mutex<[Capture]>([])

    /// Begins the file.
    ///
    /// - Parameter conversion: How rates are converted.
    /// - Throws: The error of the container or the sink.
    package init(
        _ sink: any ByteSink, _ container: Container, _ description: MediaDescription, _ conversion: ConversionSettings
    ) throws(MediaError) {
        let writer = try MediaWriter(sink, container, description)
        sampleRate = description.format.sampleRate
        channelCount = description.format.channelCount
        self.conversion = conversion
        self.sink = Lent(sink)
        state = Mutex(
            State(
                writer: writer,
                input: PlanarFrames(.float32, channelCount: channelCount, capacity: Self.framesAtOnce),
                output: PlanarFrames(.float32, channelCount: channelCount, capacity: Self.framesAtOnce)))
    }

    /// Takes frames from another capture from now on, after all that the one before has: that one takes no more.
    package func follow(_ capture: Capture) { upcoming.withLock { $0.append(capture) } }

    /// Writes the frames that have come.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `io` when the disk is full, for instance; the recording ends then.
    package func drain() throws(MediaError) -> Bool {
        try state.withLock { state throws(MediaError) in
            guard state.isOpen else { return false }
            let didWrite = try takeAll(&state)
            if Double(state.writer.frameCount - state.countedFrames) >= Self.updateSeconds * sampleRate {
                try update(&state)
            }
            return didWrite
        }
    }

    /// Writes the frames that have come and updates the header, because the next frames may come late.
    func settle() throws(MediaError) {
        try state.withLock { state throws(MediaError) in
            guard state.isOpen else { return }
            _ = try takeAll(&state)
            try update(&state)
        }
    }

    /// Writes the last frames and closes the file; later calls do nothing.
    ///
    /// - Throws: `io`; the file is closed all the same and holds what could be written.
    package func finish() throws(MediaError) {
        try state.withLock { state throws(MediaError) in
            guard state.isOpen else { return }
            state.isOpen = false
            var failure: MediaError?
            do throws(MediaError) {
                _ = try takeAll(&state)
                try endConversion(&state)
            } catch { failure = error }
            do throws(MediaError) { try state.writer.finish() } catch { failure = failure ?? error }
            state.capture = nil
            if let failure { throw failure }
        }
    }

    /// Frames that were written, and waited in the encoder or the buffer.
    package var frameCount: Int64 { state.withLock { $0.writer.frameCount } }

    private func update(_ state: inout State) throws(MediaError) {
        guard state.writer.frameCount != state.countedFrames else { return }
        try state.writer.update()
        state.countedFrames = state.writer.frameCount
        guard Double(state.countedFrames - state.keptFrames) >= Self.keepSeconds * sampleRate else { return }
        try sink.value.keep()
        state.keptFrames = state.countedFrames
    }

    private func takeAll(_ state: inout State) throws(MediaError) -> Bool {
        var didTake = try takeFrames(&state)
        while let next = upcoming.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            try endConversion(&state)
            begin(next, &state)
            didTake = try takeFrames(&state) || didTake
        }
        return didTake
    }

    private func begin(_ capture: Capture, _ state: inout State) {
        state.capture = capture
        guard capture.sampleRate != sampleRate else { return }
        let quality = conversion.resamplerQuality(ratio: sampleRate / capture.sampleRate)
        state.conversion = RateConversion(
            channelCount: channelCount, from: capture.sampleRate, to: sampleRate, quality: quality,
            phase: conversion.resamplerPhase)
    }

    private func takeFrames(_ state: inout State) throws(MediaError) -> Bool {
        guard let capture = state.capture else { return false }
        var didTake = false
        while true {
            state.input.empty()
            let count = capture.read(into: state.input.floats, frameCount: state.input.capacity)
            guard count > 0 else { return didTake }
            didTake = true
            state.input.put(count)
            guard let conversion = state.conversion else {
                try state.writer.write(state.input.block, frameCount: count)
                continue
            }
            while !state.input.isEmpty {
                state.output.empty()
                conversion.convert(state.input, into: state.output)
                try state.writer.write(state.output.block, frameCount: state.output.count)
            }
        }
    }

    /// Writes what the conversion still holds.
    private func endConversion(_ state: inout State) throws(MediaError) {
        guard let conversion = state.conversion else { return }
        state.conversion = nil
        while true {
            state.output.empty()
            guard conversion.drain(into: state.output) else { return }
            try state.writer.write(state.output.block, frameCount: state.output.count)
        }
    }
}
