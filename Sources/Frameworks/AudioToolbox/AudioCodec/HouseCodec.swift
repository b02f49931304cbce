import CoreAudioTypes
import Foundation
import SordinoMedia

/// A built-in codec as a component: appended input is queued until a converter consumes it.
final class HouseCodec: CodecInstance, @unchecked Sendable {
    let codec: Codec
    let isEncoder: Bool
    /// The input format that was set; for a compressed one its unknown fields are 0.
    var inputFormat: AudioStreamBasicDescription?
    var outputFormat: AudioStreamBasicDescription?
    var cookie: [UInt8] = []
    /// The converter that does the work; nil until the codec is initialised.
    private(set) var converter: AudioConverterObject?
    private var queue = PacketMemory()
    /// The packets that the converter reads at present.
    private var lent = PacketMemory()
    private var isOver = false
    /// Properties that were set before the codec was initialised, in order.
    private var settings: [(id: AudioCodecPropertyID, bytes: [UInt8])] = []

    init(_ component: RegisteredComponent, _ codec: Codec, isEncoder: Bool) {
        (self.codec, self.isEncoder) = (codec, isEncoder)
        super.init(component)
    }

    override func canDo(_ selector: Int) -> Bool {
        (Int(kAudioCodecGetPropertyInfoSelect)...Int(kAudioCodecProduceOutputBufferListSelect)).contains(selector)
    }

    /// The size of the input queue, in bytes; append refuses more until output is made.
    var queueByteLimit: Int {
        let packet = inputFormat.flatMap { MediaFormat($0) }?.packetByteLimit ?? 1 << 12
        return max(1 << 16, 2 * packet)
    }

    /// The size of the queued input, in bytes.
    var queuedByteCount: Int { queue.bytes.count }

    // MARK: Life

    override func initialize(
        _ input: UnsafePointer<AudioStreamBasicDescription>?, _ output: UnsafePointer<AudioStreamBasicDescription>?,
        _ cookie: UnsafeRawPointer?, _ cookieSize: UInt32
    ) -> OSStatus {
        guard converter == nil else { return kAudioCodecStateError }
        let (from, to) = (input?.pointee ?? inputFormat, output?.pointee ?? outputFormat)
        guard let from, let to, (isEncoder ? to : from).mFormatID == codec.id.rawValue,
            (isEncoder ? from : to).mFormatID == kAudioFormatLinearPCM
        else { return kAudioCodecUnsupportedFormatError }
        do throws(ConversionError) {
            let made = try AudioConverterObject(from, to)
            if let cookie, cookieSize > 0 {
                self.cookie = Array(UnsafeRawBufferPointer(start: cookie, count: Int(cookieSize)))
            }
            if !isEncoder, !self.cookie.isEmpty {
                let bytes = self.cookie
                try made.converter.describe { input, _ in input.cookie = bytes }
            }
            for (id, bytes) in settings {
                let status = bytes.withUnsafeBytes { made.set(id, $0) }
                guard status == noErr else { return Self.status(status) }
            }
            (converter, inputFormat, outputFormat) = (made, from, to)
            return noErr
        } catch {
            return Self.status(AudioConverterStatus.status(of: error))
        }
    }

    override func uninitialize() -> OSStatus {
        forget()
        converter = nil
        return noErr
    }

    override func reset() -> OSStatus {
        forget()
        converter?.converter.reset()
        return noErr
    }

    private func forget() {
        (queue, lent, isOver) = (PacketMemory(), PacketMemory(), false)
    }

    // MARK: Input

    override func append(
        _ data: UnsafeRawPointer, _ byteCount: UnsafeMutablePointer<UInt32>,
        _ packetCount: UnsafeMutablePointer<UInt32>, _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) -> OSStatus {
        guard let inputFormat, converter != nil, !isOver else { return kAudioCodecStateError }
        if byteCount.pointee == 0, packetCount.pointee == 0 {
            isOver = true
            return noErr
        }
        let fixed = Int(inputFormat.mBytesPerPacket)
        guard fixed > 0 || descriptions != nil else { return kAudio_ParamError }
        let (given, room) = (Int(byteCount.pointee), queueByteLimit)
        var (taken, used) = (0, 0)
        while taken < Int(packetCount.pointee) {
            let place = descriptions.map { Int($0[taken].mStartOffset) } ?? taken * fixed
            let size = descriptions.map { Int($0[taken].mDataByteSize) } ?? fixed
            guard place >= 0, size >= 0, place <= given, size <= given - place else {
                // A packet outside the input ends it; if it is the first, the call fails.
                if taken == 0 { return kAudio_ParamError }
                break
            }
            if queue.bytes.count + size > room, !queue.bytes.isEmpty { break }
            queue.append(
                UnsafeRawBufferPointer(start: data + place, count: size),
                frames: descriptions?[taken].mVariableFramesInPacket ?? 0)
            used = max(used, place + size)
            taken += 1
        }
        let isFull = taken == 0 && packetCount.pointee > 0
        byteCount.pointee = UInt32(used)
        packetCount.pointee = UInt32(taken)
        return isFull ? kAudioCodecNotEnoughBufferSpaceError : noErr
    }

    // MARK: Output

    override func produce(
        _ data: UnsafeMutableRawPointer, _ byteCount: UnsafeMutablePointer<UInt32>,
        _ packetCount: UnsafeMutablePointer<UInt32>,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ state: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
        state.pointee = kAudioCodecProduceOutputPacketFailure
        guard let converter, let outputFormat else { return kAudioCodecStateError }
        let wanted = Int(packetCount.pointee)
        let channels = isEncoder ? 1 : outputFormat.mChannelsPerFrame
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(mNumberChannels: channels, mDataByteSize: byteCount.pointee, mData: data))
        let damagedBefore = converter.converter.damagedPacketCount
        (packetCount.pointee, byteCount.pointee) = (0, 0)
        do throws(ConversionError) {
            let result = try converter.converter.fill(&list, packetCount: wanted, descriptions: descriptions) {
                [self] _, chunk in supply(&chunk)
            }
            packetCount.pointee = UInt32(result.packetCount)
            byteCount.pointee = list.mBuffers.mDataByteSize
            switch result.ending {
            case .full:
                let isConcealed = converter.converter.damagedPacketCount > damagedBefore
                state.pointee =
                    isConcealed
                    ? kAudioCodecProduceOutputPacketSuccessConcealed
                    : queue.isEmpty
                        ? kAudioCodecProduceOutputPacketSuccess : kAudioCodecProduceOutputPacketSuccessHasMore
            case .dry: state.pointee = kAudioCodecProduceOutputPacketNeedsMoreInputData
            case .end: state.pointee = kAudioCodecProduceOutputPacketAtEOF
            case .failed(let status): return status
            }
            return noErr
        } catch {
            return Self.status(AudioConverterStatus.status(of: error))
        }
    }

    /// Supplies all queued packets to the converter.
    private func supply(_ chunk: inout ConversionChunk) -> ConversionSupply {
        guard !queue.isEmpty else { return isOver ? .end : .nothingNow }
        (lent, queue) = (queue, PacketMemory())
        lent.lend(to: &chunk, channelCount: inputFormat?.mChannelsPerFrame ?? 1)
        return .data
    }

    // MARK: Settings

    override func setProperty(_ id: AudioCodecPropertyID, _ size: UInt32, _ data: UnsafeRawPointer) -> OSStatus {
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(size))
        switch id {
        case kAudioCodecPropertyCurrentInputFormat, kAudioCodecPropertyCurrentOutputFormat:
            guard converter == nil else { return kAudioCodecStateError }
            guard bytes.count == MemoryLayout<AudioStreamBasicDescription>.size else {
                return kAudioCodecBadPropertySizeError
            }
            let format = bytes.loadUnaligned(as: AudioStreamBasicDescription.self)
            let isInput = id == kAudioCodecPropertyCurrentInputFormat
            let expected = isInput == isEncoder ? kAudioFormatLinearPCM : codec.id.rawValue
            guard format.mFormatID == expected else { return kAudioCodecUnsupportedFormatError }
            if isInput { inputFormat = format } else { outputFormat = format }
            return noErr
        case kAudioCodecPropertyMagicCookie:
            guard !isEncoder else { return kAudioCodecIllegalOperationError }
            guard converter == nil else { return kAudioCodecStateError }
            cookie = Array(bytes)
            return noErr
        default:
            guard let setting = Self.setting(id) else {
                return value(of: id) == nil ? kAudioCodecUnknownPropertyError : kAudioCodecIllegalOperationError
            }
            if let converter {
                guard converter.isWritable(setting) else { return kAudioCodecUnknownPropertyError }
                return Self.status(converter.set(setting, bytes))
            }
            settings.removeAll { $0.id == setting }
            settings.append((setting, Array(bytes)))
            return noErr
        }
    }

    /// Returns the converter's property for a setting of a codec; nil for a property that is no setting.
    static func setting(_ id: AudioCodecPropertyID) -> AudioConverterPropertyID? {
        switch id {
        case kAudioCodecPropertyQualitySetting: kAudioConverterCodecQuality
        case kAudioCodecPropertyCurrentTargetBitRate, kAudioCodecPropertyBitRateControlMode,
            kAudioCodecPropertySoundQualityForVBR, kAudioCodecPropertyBitRateForVBR, kAudioCodecPropertyPrimeMethod,
            kAudioCodecPropertyPrimeInfo, kAudioCodecPropertyCurrentInputChannelLayout,
            kAudioCodecPropertyCurrentOutputChannelLayout:
            // Codec and converter use the same codes for these.
            id
        default: nil
        }
    }

    /// Translates a converter's status into a codec's.
    private static func status(_ status: OSStatus) -> OSStatus {
        switch status {
        case kAudioConverterErr_FormatNotSupported, kAudioConverterErr_InputSampleRateOutOfRange,
            kAudioConverterErr_OutputSampleRateOutOfRange:
            kAudioCodecUnsupportedFormatError
        case kAudioConverterErr_InvalidOutputSize: kAudioCodecNotEnoughBufferSpaceError
        case kAudioConverterErr_InvalidInputSize, kAudioConverterErr_RequiresPacketDescriptionsError:
            kAudioCodecBadDataError
        case kAudioConverterErr_BadPropertySizeError: kAudioCodecBadPropertySizeError
        default: status
        }
    }

    // MARK: Reading

    override func propertyInfo(
        _ id: AudioCodecPropertyID, _ size: UnsafeMutablePointer<UInt32>?,
        _ isWritable: UnsafeMutablePointer<DarwinBoolean>?
    ) -> OSStatus {
        guard let value = value(of: id) else { return kAudioCodecUnknownPropertyError }
        size?.pointee = value.byteCount
        let isFormat = [kAudioCodecPropertyCurrentInputFormat, kAudioCodecPropertyCurrentOutputFormat].contains(id)
        let isCookie = id == kAudioCodecPropertyMagicCookie && !isEncoder
        let isSetting = Self.setting(id).map { converter?.isWritable($0) ?? true } ?? false
        isWritable?.pointee = DarwinBoolean(isSetting || (converter == nil && (isFormat || isCookie)))
        return noErr
    }

    override func property(
        _ id: AudioCodecPropertyID, _ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer
    ) -> OSStatus {
        if let status = completed(id, size, data) { return status }
        guard let value = value(of: id) else { return kAudioCodecUnknownPropertyError }
        return value.copy(&size.pointee, to: data) ? noErr : kAudioCodecBadPropertySizeError
    }
}

/// A queue of packets, copied one after the other.
struct PacketMemory {
    private(set) var bytes: [UInt8] = []
    private var descriptions: [AudioStreamPacketDescription] = []
    /// The copies that a chunk points at; they live until this value is released.
    private var loan: Loan?

    private final class Loan {
        let bytes: UnsafeMutableRawBufferPointer
        let descriptions: UnsafeMutableBufferPointer<AudioStreamPacketDescription>
        let list = UnsafeMutablePointer<AudioBufferList>.allocate(capacity: 1)

        init(_ bytes: [UInt8], _ descriptions: [AudioStreamPacketDescription], channelCount: UInt32) {
            self.bytes = .allocate(byteCount: max(1, bytes.count), alignment: 16)
            self.bytes.copyBytes(from: bytes)
            self.descriptions = .allocate(capacity: descriptions.count)
            _ = self.descriptions.initialize(from: descriptions)
            list.initialize(
                to: AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: channelCount, mDataByteSize: UInt32(bytes.count),
                        mData: self.bytes.baseAddress)))
        }

        deinit {
            bytes.deallocate()
            descriptions.deallocate()
            list.deallocate()
        }
    }

    var isEmpty: Bool { descriptions.isEmpty }

    mutating func append(_ packet: UnsafeRawBufferPointer, frames: UInt32) {
        descriptions.append(
            AudioStreamPacketDescription(
                mStartOffset: Int64(bytes.count), mVariableFramesInPacket: frames,
                mDataByteSize: UInt32(packet.count)))
        bytes.append(contentsOf: packet)
    }

    /// Points a chunk at copies of the packets, which live as long as this value.
    mutating func lend(to chunk: inout ConversionChunk, channelCount: UInt32) {
        let loan = Loan(bytes, descriptions, channelCount: channelCount)
        chunk = ConversionChunk(
            loan.list, packetCount: descriptions.count, descriptions: UnsafePointer(loan.descriptions.baseAddress))
        self.loan = loan
    }
}
