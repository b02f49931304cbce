import CoreAudioTypes
import Foundation
import SordinoMedia
import Synchronization

/// The object behind an `AudioFileStreamID`.
///
/// Packets are collected while the parser runs and delivered after it returns, so that the client's functions may use
/// the stream.
final class AudioFileStreamObject: @unchecked Sendable {
    // All state but `isClosed` is touched with the lock held; it is recursive because the client's functions call back.

    private typealias Listener =
        @convention(c) (
            UnsafeMutableRawPointer?, AudioFileStreamID, AudioFileStreamPropertyID,
            UnsafeMutablePointer<AudioFileStreamPropertyFlags>
        ) -> Void
    private typealias Receiver =
        @convention(c) (
            UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer,
            UnsafeMutablePointer<AudioStreamPacketDescription>?
        ) -> Void

    /// The open streams, by their handles.
    static let all = HandleTable<AudioFileStreamObject>()

    /// The handle that the client's functions are given.
    var handle: AudioFileStreamID?
    private let lock = NSRecursiveLock()
    private let client: UnsafeMutableRawPointer?
    private let listener: Listener
    private let receiver: Receiver
    private(set) var parser: PushParser
    private var failure: StatusError?
    private var announced: Set<AudioFileStreamPropertyID> = []
    private var hasJumped = false
    private let closed = Atomic(false)
    /// The totals of the packets delivered so far.
    private(set) var seen = (packets: Int64(0), bytes: Int64(0), frames: Int64(0))

    init(
        _ client: UnsafeMutableRawPointer?, _ listener: AudioFileStream_PropertyListenerProc,
        _ receiver: AudioFileStream_PacketsProc, hint: FourCC
    ) {
        self.client = client
        // The same functions, called with a nil reference where the client gave none: C's types do not distinguish the
        // two.
        self.listener = unsafeBitCast(listener, to: Listener.self)
        self.receiver = unsafeBitCast(receiver, to: Receiver.self)
        parser = PushParser(hint: Containers.named(hint))
    }

    /// Runs `body` with the stream of a handle, alone.
    static func with(_ handle: AudioFileStreamID, _ body: (AudioFileStreamObject) throws -> Void) -> OSStatus {
        guard let stream = all.object(handle) else { return kAudioFileStreamError_IllegalOperation }
        stream.lock.lock()
        defer { stream.lock.unlock() }
        do {
            try body(stream)
            return noErr
        } catch let error as StatusError {
            return error.status
        } catch {
            return kAudioFileStreamError_UnspecifiedError
        }
    }

    /// Marks the stream as closed, so that the client's functions are no longer called.
    func close() { closed.store(true, ordering: .relaxed) }

    private static func error(_ failure: MediaError) -> StatusError {
        switch failure {
        case .malformed: StatusError(kAudioFileStreamError_InvalidFile)
        case .unsupported(.fileType): StatusError(kAudioFileStreamError_UnsupportedFileType)
        case .unsupported(.dataFormat): StatusError(kAudioFileStreamError_UnsupportedDataFormat)
        case .unsupported(.operation): StatusError(kAudioFileStreamError_NotOptimized)
        case .limit, .io: StatusError(kAudioFileStreamError_UnspecifiedError)
        }
    }

    // MARK: - Bytes

    /// Packets in the order of the stream, copied into one buffer.
    private struct Delivery {
        var bytes: [UInt8] = []
        var packetCount = 0
        var frameCount: Int64 = 0
        var descriptions: [AudioStreamPacketDescription] = []
    }

    /// Parses bytes, then announces the new properties and delivers the packets.
    func parse(_ bytes: UnsafeRawBufferPointer, isDiscontinuous: Bool) throws {
        if let failure { throw failure }
        if isDiscontinuous, !hasJumped, !parser.discontinue() {
            throw StatusError(kAudioFileStreamError_DiscontinuityCantRecover)
        }
        hasJumped = false
        var delivery = Delivery()
        let frames = parser.properties?.format?.framesPerPacket
        do throws(MediaError) {
            try parser.push(bytes) { Self.collect($0, frames, &delivery) }
        } catch {
            failure = Self.error(error)
        }
        // Properties and packets from before the fault are delivered before it is thrown.
        announce()
        deliver(&delivery)
        announce()
        if let failure { throw failure }
    }

    private static func collect(_ run: PacketRun, _ knownFrames: Int?, _ delivery: inout Delivery) {
        let byteCount = run.packetCount > 0 ? run.bytes.count / run.packetCount : 0
        for packet in 0..<run.packetCount {
            delivery.descriptions.append(
                AudioStreamPacketDescription(
                    mStartOffset: Int64(delivery.bytes.count + packet * byteCount),
                    mVariableFramesInPacket: UInt32(clamping: run.frameCount / max(1, run.packetCount)),
                    mDataByteSize: UInt32(clamping: byteCount)))
        }
        delivery.bytes += run.bytes
        delivery.packetCount += run.packetCount
        delivery.frameCount += Int64(run.frameCount)
    }

    private func deliver(_ delivery: inout Delivery) {
        guard delivery.packetCount > 0, !isClosed, let format = parser.properties?.format else { return }
        seen.packets += Int64(delivery.packetCount)
        seen.bytes += Int64(delivery.bytes.count)
        seen.frames += delivery.frameCount
        let (byteCount, packetCount) = (UInt32(clamping: delivery.bytes.count), UInt32(delivery.packetCount))
        var descriptions = format.bytesPerPacket > 0 ? [] : delivery.descriptions
        if format.framesPerPacket > 0 {
            for index in descriptions.indices { descriptions[index].mVariableFramesInPacket = 0 }
        }
        delivery.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            descriptions.withUnsafeMutableBufferPointer { descriptions in
                receiver(
                    client, byteCount, packetCount, base, descriptions.isEmpty ? nil : descriptions.baseAddress)
            }
        }
    }

    private var isClosed: Bool { closed.load(ordering: .relaxed) }

    /// Announces the properties that have become known, in the order of `announcements`.
    private func announce() {
        for property in AudioFileStreamObject.announcements where !announced.contains(property) {
            guard !isClosed, let handle, isKnown(property) else { continue }
            announced.insert(property)
            // A known property keeps its value.
            var flags: AudioFileStreamPropertyFlags = [.propertyIsCached]
            listener(client, handle, property, &flags)
        }
    }

    /// Makes a packet the next one.
    func seek(toPacket packet: Int64) throws -> (offset: Int64, isEstimate: Bool) {
        guard parser.isReady else { throw StatusError(kAudioFileStreamError_DataUnavailable) }
        guard let place = parser.jump(toPacket: packet, bytesPerPacket: averageBytesPerPacket ?? 0) else {
            throw StatusError(kAudioFileStreamError_InvalidPacketOffset)
        }
        failure = nil
        hasJumped = true
        return place
    }

    /// The mean size of the packets so far, in bytes; nil before the first.
    var averageBytesPerPacket: Double? { seen.packets > 0 ? Double(seen.bytes) / Double(seen.packets) : nil }
}
