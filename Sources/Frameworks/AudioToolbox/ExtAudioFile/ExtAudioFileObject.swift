import CoreAudioTypes
import Foundation
import SordinoMedia
import SordinoRealtime

/// The object behind an `ExtAudioFileRef`: a file, the client's format, and the converter between them.
///
/// Reading takes frames from a `MediaReader`, which trims the codec's padding and seeks, and converts them to the
/// client's format. Writing converts the client's frames to packets and stores those in the file.
final class ExtAudioFileObject: @unchecked Sendable {
    // All state is touched with the lock held; frames for the background queue in `background`, which needs no lock.

    /// The open files, by their handles.
    static let all = HandleTable<ExtAudioFileObject>()
    /// The number of frames read from the file at a time.
    private static let framesAtOnce = 4096

    /// The handle of the audio file that is read or written.
    let handle: AudioFileID
    let isWriting: Bool
    private let ownsFile: Bool
    private let lock = NSRecursiveLock()
    private let reader: MediaReader?
    /// The memory that frames are read into before conversion.
    private var frames = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The linear PCM format that `reader` delivers; nil when writing.
    private let readerFormat: AudioStreamBasicDescription?

    private(set) var clientFormat: AudioStreamBasicDescription
    private(set) var clientLayout: ChannelLayout?
    private(set) var converter: AudioConverterObject?
    var codecManufacturer: UInt32 = 0
    var bufferByteCount: UInt32 = 32768
    /// The largest size of the memory for packets that is allocated here, in bytes.
    private static let ownByteLimit = 1 << 24
    /// The client's buffer for packets between converter and file; nil for memory allocated here.
    var clientBuffer: UnsafeMutableRawPointer?
    /// The range of frames to play that the client set when reading.
    private var tableOverride: AudioFilePacketTableInfo?
    /// The number of frames read or written since `startFrame`, at the client's rate.
    private var clientFrameCount: Int64 = 0
    /// The frame of the file at the last seek or change of `clientFormat`.
    private var startFrame: Int64 = 0
    private var background: BackgroundWriter?

    /// - Throws: `StatusError`, `MediaError`.
    init(_ handle: AudioFileID, isWriting: Bool, ownsFile: Bool) throws {
        self.handle = handle
        self.isWriting = isWriting
        self.ownsFile = ownsFile
        guard let file = AudioFileObject.all.object(handle) else { throw StatusError(kAudioFileNotOpenError) }
        file.lock.lock()
        defer { file.lock.unlock() }
        if isWriting {
            _ = try file.draft()
            reader = nil
            readerFormat = nil
            clientFormat = file.format.basicDescription
            return
        }
        guard case .reading(let packets) = file.content else {
            throw StatusError(kExtAudioFileError_InvalidOperationOrder)
        }
        let reader = try MediaReader(packets.source)
        self.reader = reader
        clientFormat = reader.format.basicDescription
        let isInteger =
            reader.format.encoding.map { !$0.isFloat } ?? ["alac", "flac", "ima4"].contains(reader.format.codec)
        readerFormat =
            MediaFormat(
                isInteger
                    ? .int32(.native)
                    : reader.format.encoding == .float64(.native) ? .float64(.native) : .float32(.native),
                sampleRate: reader.format.sampleRate, channelCount: reader.format.channelCount
            ).basicDescription
    }

    deinit { frames.deallocate() }

    /// Runs `body` and turns what it throws into a code.
    static func status(_ body: () throws -> Void) -> OSStatus {
        StatusError.status {
            do { try body() } catch let error as ConversionError {
                throw StatusError(AudioConverterStatus.status(of: error))
            }
        }
    }

    /// Runs `body` with the file of a handle, alone.
    static func with(_ handle: ExtAudioFileRef, _ body: (ExtAudioFileObject) throws -> Void) -> OSStatus {
        guard let file = all.object(handle) else { return kExtAudioFileError_InvalidOperationOrder }
        return file.alone { try body(file) }
    }

    private func alone(_ body: () throws -> Void) -> OSStatus {
        lock.lock()
        defer { lock.unlock() }
        return Self.status(body)
    }

    /// Runs `body` with the audio file, its lock held.
    ///
    /// - Throws: `kAudioFileNotOpenError` if it was closed.
    func withFile<Result>(_ body: (AudioFileObject) throws -> Result) throws -> Result {
        guard let file = AudioFileObject.all.object(handle) else { throw StatusError(kAudioFileNotOpenError) }
        file.lock.lock()
        defer { file.lock.unlock() }
        return try body(file)
    }

    // MARK: - Formats

    /// Returns the format of the audio in the file, from the reader where packets describe it more fully than the
    /// container.
    func fileFormat() throws -> MediaFormat { try reader?.format ?? withFile { $0.format } }

    /// Returns the channel layout of the file.
    func fileLayout() throws -> ChannelLayout? { try reader?.layout ?? withFile { $0.layout } }

    /// Sets the channel layout of a file that is written.
    func setFileLayout(_ layout: ChannelLayout) throws {
        guard isWriting else { throw StatusError(kExtAudioFileError_InvalidOperationOrder) }
        guard layout.channelCount == (try fileFormat().channelCount) else {
            throw StatusError(kExtAudioFileError_InvalidChannelMap)
        }
        try withFile { try $0.draft().describe { $0.layout = layout } }
        try describeLayouts()
    }

    /// Sets the client's format and makes the converter.
    func setClientFormat(_ format: AudioStreamBasicDescription) throws {
        guard format.mFormatID == kAudioFormatLinearPCM else {
            throw StatusError(kExtAudioFileError_NonPCMClientFormat)
        }
        guard ConversionFormat(format) != nil else { throw StatusError(kExtAudioFileError_InvalidDataFormat) }
        if isWriting, clientFrameCount > 0 { throw StatusError(kExtAudioFileError_InvalidOperationOrder) }
        let made = try makeConverter(format)
        if !isWriting {
            // The new rate counts from here.
            startFrame = position
            clientFrameCount = 0
            reader?.seek(to: startFrame)
        }
        clientFormat = format
        converter = made
        if let clientLayout, clientLayout.channelCount != Int(format.mChannelsPerFrame) { self.clientLayout = nil }
        try describeLayouts()
        if isWriting { try storeEncoding() }
    }

    /// Sets the channel layout of frames in the client's format.
    func setClientLayout(_ layout: ChannelLayout) throws {
        guard layout.channelCount == Int(clientFormat.mChannelsPerFrame) else {
            throw StatusError(kExtAudioFileError_InvalidChannelMap)
        }
        clientLayout = layout
        try describeLayouts()
    }

    private func makeConverter(_ client: AudioStreamBasicDescription) throws -> AudioConverterObject {
        if let readerFormat { return try AudioConverterObject(readerFormat, client) }
        return try AudioConverterObject(client, try fileFormat().basicDescription)
    }

    /// Returns the converter, made here for the file's own format if the client set none.
    private func readyConverter() throws -> AudioConverterObject {
        if let converter { return converter }
        guard clientFormat.mFormatID == kAudioFormatLinearPCM else {
            throw StatusError(kExtAudioFileError_NonPCMClientFormat)
        }
        let made = try makeConverter(clientFormat)
        converter = made
        try describeLayouts()
        return made
    }

    private func describeLayouts() throws {
        guard let converter else { return }
        let (client, file) = (clientLayout, try fileLayout())
        try converter.converter.describe { input, output in
            if isWriting {
                (input.layout, output.layout) = (client, file)
            } else {
                (input.layout, output.layout) = (file, client)
            }
        }
    }

    /// Stores the encoder's format, cookie and priming in the file before the first packet.
    private func storeEncoding() throws {
        guard let converter = converter?.converter, var format = converter.encodedFormat else { return }
        format.codecFlags = format.codecFlags == 0 ? try fileFormat().codecFlags : format.codecFlags
        let cookie = converter.encoderCookie
        let priming = converter.primeInfo.leadingFrameCount
        try withFile { file in
            let draft = try file.draft()
            if draft.packetCount == 0, draft.description.format != format { try draft.setFormat(format) }
            try draft.describe {
                $0.cookie = cookie ?? $0.cookie
                $0.primingFrameCount = priming
            }
        }
    }

    // MARK: - Reading

    /// The frame that is read or written next, at the file's rate.
    var position: Int64 {
        let client = clientFormat.mSampleRate
        guard let file = try? fileFormat().sampleRate, client > 0, file != client else {
            return startFrame + clientFrameCount
        }
        return startFrame + Int64(nearest: Double(clientFrameCount) * file / client)
    }

    /// Returns the number of frames to play, at the file's rate.
    func lengthInFrames() throws -> Int64 {
        if let reader {
            guard let tableOverride else { return reader.frameCount }
            return min(reader.frameCount, max(0, tableOverride.mNumberValidFrames))
        }
        return try withFile { $0.estimatedFrameCount }
    }

    /// Reads at most `wanted` frames at the client's rate, and returns their number: 0 at the end.
    func read(_ wanted: Int, into list: UnsafeMutablePointer<AudioBufferList>) throws -> Int {
        guard let reader, let readerFormat else { throw StatusError(kExtAudioFileError_InvalidOperationOrder) }
        let converter = try readyConverter()
        let bytesPerFrame = Int(readerFormat.mBytesPerFrame)
        if frames.count == 0 {
            frames = .allocate(byteCount: Self.framesAtOnce * bytesPerFrame, alignment: 64)
        }
        guard let base = frames.baseAddress else { return 0 }
        let kind: SampleBlock.Kind =
            readerFormat.isFloat ? (readerFormat.mBitsPerChannel == 64 ? .float64 : .float32) : .int32
        let limit = try tableOverride.map { _ in try lengthInFrames() } ?? .max
        var failure: MediaError?
        var buffer = AudioBuffer(
            mNumberChannels: readerFormat.mChannelsPerFrame, mDataByteSize: 0, mData: base)
        let result = try withUnsafeMutablePointer(to: &buffer) { buffer in
            try converter.converter.fill(list, packetCount: wanted) { _, chunk in
                let room = Int(min(Int64(Self.framesAtOnce), max(0, limit - reader.position)))
                var count = 0
                withUnsafePointer(to: base) { pointer in
                    let block = SampleBlock(
                        kind, channelCount: reader.format.channelCount, isInterleaved: true, buffers: pointer)
                    do throws(MediaError) { count = try reader.read(into: block, frameCount: room) } catch {
                        failure = error
                    }
                }
                if count == 0 { return failure == nil ? .end : .failed(0) }
                buffer.pointee.mDataByteSize = UInt32(count * bytesPerFrame)
                chunk.buffers = UnsafePointer(buffer)
                chunk.bufferCount = 1
                chunk.packetCount = count
                return .data
            }
        }
        clientFrameCount += Int64(result.packetCount)
        if let failure, result.packetCount == 0 { throw failure }
        return result.packetCount
    }

    /// Makes a frame of the file the next to be read.
    func seek(to frame: Int64) throws {
        guard let reader, frame >= 0, frame <= (try lengthInFrames()) else {
            throw StatusError(kExtAudioFileError_InvalidSeek)
        }
        reader.seek(to: frame)
        converter?.converter.reset()
        startFrame = frame
        clientFrameCount = 0
    }

    /// Sets the range of frames to play: stored in a file that is written, else used instead of the stored range.
    func setTable(_ info: AudioFilePacketTableInfo) throws {
        if isWriting {
            try withFile { file in
                try file.draft().describe {
                    $0.primingFrameCount = Int(max(0, info.mPrimingFrames))
                    $0.validFrameCount = max(0, info.mNumberValidFrames)
                }
            }
        } else {
            tableOverride = info
        }
    }

    /// Returns the range of frames to play.
    func table() throws -> AudioFilePacketTableInfo? { try tableOverride ?? withFile { $0.packetTableInfo } }

    // MARK: - Writing

    /// Converts `count` frames at the client's rate and writes the packets that they complete.
    func write(_ count: Int, _ list: UnsafePointer<AudioBufferList>) throws {
        guard isWriting else { throw StatusError(kExtAudioFileError_InvalidOperationOrder) }
        let isFirst = converter == nil
        let converter = try readyConverter()
        if isFirst || clientFrameCount == 0 { try storeEncoding() }
        guard count > 0 else { return }
        var isTaken = false
        try drain(converter.converter) { _, chunk in
            if isTaken { return .nothingNow }
            isTaken = true
            chunk = ConversionChunk(list, packetCount: count)
            return .data
        }
        clientFrameCount += Int64(count)
    }

    /// Converts and writes packets until `source` has no more data.
    private func drain(_ converter: Converter, _ source: ConversionSource) throws {
        let format = try converter.encodedFormat ?? fileFormat()
        let packetByteCount = max(1, format.packetByteLimit)
        let byteCount = clientBuffer == nil ? min(Int(bufferByteCount), Self.ownByteLimit) : Int(bufferByteCount)
        let packetCount = max(1, max(byteCount, packetByteCount) / packetByteCount)
        let own = clientBuffer == nil || byteCount < packetByteCount
        let memory =
            own
            ? UnsafeMutableRawBufferPointer.allocate(byteCount: packetCount * packetByteCount, alignment: 64)
            : UnsafeMutableRawBufferPointer(start: clientBuffer, count: byteCount)
        defer { if own { memory.deallocate() } }
        var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: packetCount)
        while true {
            var list = AudioBufferList()
            list.mNumberBuffers = 1
            list.mBuffers = AudioBuffer(
                mNumberChannels: UInt32(format.channelCount), mDataByteSize: UInt32(memory.count),
                mData: memory.baseAddress)
            let result = try converter.fill(&list, packetCount: packetCount, descriptions: &descriptions, from: source)
            if result.packetCount > 0 {
                try store(UnsafeRawBufferPointer(memory), format, result.packetCount, descriptions)
            }
            switch result.ending {
            case .full: continue
            case .dry, .end: return
            case .failed(let code): throw StatusError(code)
            }
        }
    }

    private func store(
        _ bytes: UnsafeRawBufferPointer, _ format: MediaFormat, _ packetCount: Int,
        _ descriptions: [AudioStreamPacketDescription]
    ) throws {
        try withFile { file in
            let draft = try file.draft()
            if format.encoding != nil {
                let part = UnsafeRawBufferPointer(rebasing: bytes[..<(packetCount * format.bytesPerPacket)])
                return try draft.write(part, at: draft.dataByteCount)
            }
            for packet in descriptions.prefix(packetCount) {
                let start = Int(packet.mStartOffset)
                let frames = packet.mVariableFramesInPacket
                try draft.append(
                    packet: UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(packet.mDataByteSize)]),
                    frameCount: frames > 0 ? Int(frames) : format.framesPerPacket)
            }
        }
    }

    /// Queues frames to be written in the background; the first call prepares the converter and the rings.
    func writeAsync(_ count: Int, _ list: UnsafePointer<AudioBufferList>?) -> OSStatus {
        if background == nil {
            let status = alone {
                guard isWriting else { throw StatusError(kExtAudioFileError_InvalidOperationOrder) }
                guard background == nil else { return }
                _ = try readyConverter()
                background = BackgroundWriter(clientFormat) { [weak self] count, list in
                    self.map { file in file.alone { try file.write(count, list) } } ?? noErr
                }
            }
            guard status == noErr else { return status }
        }
        guard let list, count > 0 else { return noErr }
        return background?.put(count, list) ?? kExtAudioFileError_InvalidOperationOrder
    }

    // MARK: - The end

    /// Writes the remaining frames and closes the file, if this object owns it.
    func close() -> OSStatus {
        // Called without the lock, which the background queue takes to write.
        let late = background?.finish() ?? noErr
        let status = alone {
            if isWriting, let converter = converter?.converter { try finish(converter) }
        }
        let closed = ownsFile ? AudioFileClose(handle) : noErr
        return late != noErr ? late : status != noErr ? status : closed
    }

    private func finish(_ converter: Converter) throws {
        guard clientFrameCount > 0 else { return }
        try drain(converter) { _, _ in .end }
        guard converter.encodedFormat != nil else { return }
        // An encoder may change its cookie and priming with its last packets.
        let (cookie, prime) = (converter.encoderCookie, converter.primeInfo)
        let rate = try fileFormat().sampleRate
        let client = clientFormat.mSampleRate
        let heard =
            client > 0 && client != rate
            ? Int64(nearest: Double(clientFrameCount) * rate / client) : clientFrameCount
        try withFile { file in
            try file.draft().describe {
                $0.cookie = cookie ?? $0.cookie
                $0.primingFrameCount = prime.leadingFrameCount
                if $0.validFrameCount == nil { $0.validFrameCount = heard }
            }
        }
    }
}
