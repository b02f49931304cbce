import SordinoCommandLine
import SordinoEngine
import SordinoMIDI
import SordinoMedia
import SordinoSignal

/// Makes one file of another.
package struct ConversionJob {
    /// The request of the command line.
    package let request: ConversionRequest
    /// The file that is read.
    package let input: String
    /// Called with the progress, 0 to 1.
    package var progress: (Double) -> Void = { _ in }
    /// Called with remarks for the user, each a sentence.
    package var remarked: (String) -> Void = { _ in }

    /// Prepares a job; nothing is opened yet.
    package init(_ request: ConversionRequest, input: String) {
        self.request = request
        self.input = input
    }

    /// The result of the job.
    package struct Outcome: Sendable {
        /// The location of the new file.
        package var path: String
        /// The plan that was followed.
        package var plan: ConversionPlan
        /// Frames that were written.
        package var frameCount: Int64
        /// Packets that could not be decoded; silence, or what the codec guesses, replaces them.
        package var damagedPacketCount: Int64 = 0
        /// Packets that lie behind the end of the input.
        package var absentPacketCount: Int64 = 0
        /// Indicates whether the input states a check sum that its samples do not have.
        package var isAltered = false

        /// The sentences about an input that is not as it was made.
        package var remarks: [String] {
            func packets(_ count: Int64) -> String { counted(count, "packet") }
            return plan.remarks
                + [
                    absentPacketCount > 0
                        ? "the file was cut: \(packets(absentPacketCount)) of its table behind its end were left out"
                        : nil,
                    damagedPacketCount > 0
                        ? "\(packets(damagedPacketCount)) could not be decoded; a guess or silence was written instead"
                        : nil,
                    isAltered
                        ? "the samples do not have the MD5 sum that the file states; they may have changed since it was made"
                        : nil,
                ].compactMap(\.self)
        }
    }

    /// Makes a file.
    ///
    /// An existing file is replaced when the new one is complete. A file that could not be completed is removed.
    /// - Throws: A failure with Apple's code and a sentence.
    package func run(_ output: ConversionRequest.Output) throws(ToolFailure) -> Outcome {
        // Before any file is touched.
        if request.generatesSoundCheck, LoudnessMeter() == nil { throw SoundCheck.noMeter }
        if request.format?.kind == .source { return try copy(output) }
        let sound = try sound()
        let file = sound as? MediaReader
        let planned = PlannedInput(
            container: file?.container, format: sound.format, storedFormat: sound.format, layout: sound.layout,
            properties: file?.properties ?? MediaProperties(fileType: "caff"))
        var plan = try ConversionPlan(request, output, from: planned)
        plan.description.picture = file?.picture ?? []
        let path = try place(output, plan)
        return try making(path, part: output.part) { [plan] sink throws(ToolFailure) in
            try convert(sound, plan, sink)
        }
    }

    /// The file, or the sound of a MIDI file.
    private func sound() throws(ToolFailure) -> any FrameSource {
        var opening = input
        do throws(MediaError) {
            guard let file = try MIDIFileReport.file(path: input) else {
                return try MediaReader(FileByteSource(path: input), track: request.track) { properties in
                    properties.override(priming: request.primingFrameCount, remainder: request.remainderFrameCount)
                }
            }
            guard request.track == 0 else { throw .unsupported(.operation("MIDI files have one track of sound")) }
            var content = SequenceContent()
            content.add(file)
            let bank: PatchBank
            if let path = request.bank {
                opening = path
                bank = try SoundBankFile.bank(path: path)
                opening = input
            } else {
                bank = try SoundBankFile.usualBank()
                if let remark = SoundBankFile.usualBankRemark { remarked(remark) }
            }
            return try RenderedScore(content, bank: bank)
        } catch {
            throw ToolFailure(error, opening: opening).withStreamHint(error, mayStream: opening == input)
        }
    }

    // MARK: The path of the output

    /// Returns the given path, or one beside the input that differs from the path of the input.
    private func place(_ output: ConversionRequest.Output, _ plan: ConversionPlan) throws(ToolFailure) -> String {
        var path = output.path ?? ""
        if output.path == nil {
            let ending = plan.container.extensions.first ?? "audio"
            let base = FilePath(input).withoutExtension
            path = "\(base).\(ending)"
            var number = 1
            while FilePath.isSame(path, input) {
                path = "\(base)-\(number).\(ending)"
                number += 1
            }
        }
        guard !FilePath.isSame(path, input) else {
            throw ToolFailure("prm?", "\(path) is both input and output; choose another output")
        }
        return path
    }

    /// Opens a file for writing; one that could not be completed does not stay, and the one of its name does.
    private func making(
        _ path: String, part: String?, _ body: (FileByteSink) throws(ToolFailure) -> Outcome
    ) throws(ToolFailure) -> Outcome {
        let sink: FileByteSink
        do throws(MediaError) {
            sink =
                if let part { try FileByteSink(path: part, called: path) } else { try FileByteSink.replacing(path) }
        } catch { throw ToolFailure(error).withStreamHint(error) }
        do throws(ToolFailure) {
            let outcome = try body(sink)
            if request.generatesSoundCheck { try check(outcome.plan.container, at: sink.location) }
            do throws(MediaError) { try sink.takePlace() } catch { throw ToolFailure(error) }
            return outcome
        } catch {
            FilePath.remove(sink.location)
            throw error
        }
    }

    /// Writes the loudness of a finished file into it.
    private func check(_ container: Container, at path: String) throws(ToolFailure) {
        guard let meter = LoudnessMeter() else { throw SoundCheck.noMeter }
        guard SoundCheck.fits(container) else {
            return remarked("\(container.name) files have no place for Sound Check; it is left out")
        }
        try SoundCheck.generate(into: path, meter)
    }

    // MARK: Frames

    private func convert(
        _ sound: any FrameSource, _ plan: ConversionPlan, _ file: FileByteSink
    ) throws(ToolFailure) -> Outcome {
        let writer: MediaWriter
        do throws(MediaError) {
            writer = try MediaWriter(file, plan.container, plan.description)
        } catch { throw ToolFailure(error) }
        let sink = FrameSink(writer)
        let format = writer.description.format
        let target = ConversionFormat(
            sink.shape, sampleRate: format.sampleRate, channelCount: format.channelCount,
            layout: plan.description.layout)
        let neighbours = try GaplessNeighbours(request, plan, writer, target)
        if let before = neighbours.before { try sink.write(before) }
        let conversion: FrameConversion
        do throws(ConversionError) {
            conversion = try FrameConversion(
                sound, to: target, plan.settings, inputLayout: plan.inputLayout, firstFrame: request.firstFrame)
        } catch { throw ToolFailure(error) }
        let reader = sound as? MediaReader
        reader?.checkSignature()
        let total = max(1, reader?.estimatedFrameCount ?? sound.frameCount)
        var written: Int64 = 0
        while true {
            let frames = try conversion.next()
            if frames.frameCount == 0 { break }
            try sink.write(frames)
            written += Int64(frames.frameCount)
            progress(min(1, Double(conversion.position) / Double(total)))
        }
        guard written > 0 else { throw nothingToWrite }
        if let after = neighbours.after { try sink.write(after) }
        do throws(MediaError) {
            if !neighbours.isAlone {
                try writer.redescribe { description in
                    description.primingFrameCount += neighbours.before?.frameCount ?? 0
                    description.validFrameCount = written
                }
            }
            try writer.finish()
        } catch { throw ToolFailure(error) }
        progress(1)
        var plan = plan
        plan.description = writer.description
        return Outcome(
            path: file.name, plan: plan, frameCount: written, damagedPacketCount: reader?.damagedPacketCount ?? 0,
            absentPacketCount: reader?.absentPacketCount ?? 0, isAltered: reader?.isTrue == false)
    }

    /// A file without a frame is no result that anybody asked for.
    private var nothingToWrite: ToolFailure {
        ToolFailure(
            "dta?",
            request.firstFrame > 0
                ? "\(input) contains no audio behind frame \(request.firstFrame); nothing was written"
                : "\(input) contains no audio; nothing was written")
    }

    // MARK: Packets

    /// Copies packets as they are; libavcodec is not needed for it.
    private func copy(_ output: ConversionRequest.Output) throws(ToolFailure) -> Outcome {
        var scan: MediaScan.Result
        let packets: any PacketSource
        let picture: [UInt8]?
        do throws(MediaError) {
            let source = try FileByteSource(path: input)
            scan = try MediaScan.scan(source, track: request.track)
            packets = try OpenedPackets.packets(source, scan)
            picture = try FileTags.picture(of: source, scan)
            scan.properties.override(priming: request.primingFrameCount, remainder: request.remainderFrameCount)
            if scan.properties.validFrameCount == nil, scan.properties.remainderFrameCount > 0 {
                let ends = scan.properties.primingFrameCount + scan.properties.remainderFrameCount
                scan.properties.validFrameCount = max(0, try packets.count().frames - ends)
                try packets.seek(toPacket: 0)
            }
        } catch { throw ToolFailure(error, opening: input) }
        let layout = scan.properties.layout ?? .usual(channelCount: scan.format.channelCount)
        let planned = PlannedInput(
            container: scan.container, format: scan.format, storedFormat: scan.format, layout: layout,
            properties: scan.properties)
        var plan = try ConversionPlan(request, output, from: planned)
        plan.description.layout = scan.properties.layout
        plan.description.picture = picture ?? []
        let path = try place(output, plan)
        return try making(path, part: output.part) { sink throws(ToolFailure) in
            let outcome: Outcome?
            do throws(MediaError) { outcome = try copy(packets, scan, plan, sink) } catch { throw ToolFailure(error) }
            guard let outcome else { throw nothingToWrite }
            return outcome
        }
    }

    private func copy(
        _ packets: any PacketSource, _ scan: MediaScan.Result, _ plan: ConversionPlan, _ file: FileByteSink
    ) throws(MediaError) -> Outcome? {
        let writer = try MediaWriter(file, plan.container, plan.description, encodes: false)
        let total = Double(max(1, scan.dataByteCount))
        var frameCount: Int64 = 0
        while let packet = try packets.next() {
            if scan.format.encoding != nil {
                try writer.write(stored: packet.bytes)
            } else {
                try writer.write(packet: packet.bytes, frameCount: packet.frameCount)
            }
            frameCount += Int64(packet.frameCount)
            progress(min(1, Double(packet.offset - scan.dataStart) / total))
        }
        try writer.finish()
        progress(1)
        return frameCount > 0 ? Outcome(path: file.name, plan: plan, frameCount: frameCount) : nil
    }
}

/// Converts frames to the shape that a writer accepts, and writes them.
private struct FrameSink {
    let writer: MediaWriter
    /// The shape of the frames.
    let shape: PCMShape
    private let kind: SampleBlock.Kind?

    init(_ writer: MediaWriter) {
        self.writer = writer
        if let shape = writer.encoderShape {
            self.shape = shape
            kind = shape.memoryKind
        } else {
            let format = writer.description.format
            var shape = PCMShape(format.encoding ?? .int16(.native), isInterleaved: true)
            shape.bitCount = format.bitsPerChannel
            self.shape = shape
            kind = nil
        }
    }

    func write(_ frames: FrameMemory) throws(ToolFailure) {
        guard frames.frameCount > 0 else { return }
        do throws(MediaError) {
            guard let kind else { return try writer.write(stored: UnsafeRawBufferPointer(frames.bytes())) }
            let block = SampleBlock(
                kind, channelCount: writer.description.format.channelCount, isInterleaved: shape.isInterleaved,
                buffers: UnsafePointer(frames.buffers))
            try writer.write(block, frameCount: frames.frameCount)
        } catch { throw ToolFailure(error) }
    }
}
