import CoreAudioTypes
import Foundation

/// Posted by a sample buffer when its data becomes ready.
public var kCMSampleBufferNotification_DataBecameReady: CFString { "kCMSampleBufferNotification_DataBecameReady" }
/// Posted by a sample buffer whose data will never be ready, with `kCMSampleBufferNotificationParameter_OSStatus`.
public var kCMSampleBufferNotification_DataFailed: CFString { "kCMSampleBufferNotification_DataFailed" }
/// The key of the reason in a notification of failed data: a number that holds an `OSStatus`.
public var kCMSampleBufferNotificationParameter_OSStatus: CFString { "OSStatus" }

extension CMSampleBuffer {
    /// Posted by a sample buffer when its data becomes ready, on the thread that made it ready.
    public static let dataBecameReady = NSNotification.Name(kCMSampleBufferNotification_DataBecameReady as String)
    /// Posted by a sample buffer whose data will never be ready, on the thread that reported the failure.
    public static let dataFailed = NSNotification.Name(kCMSampleBufferNotification_DataFailed as String)

    /// A key of the notifications of sample buffers.
    public struct NotificationKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String
        /// Makes a key of its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The reason for a failure, a number that holds an `OSStatus`.
        public static let status = NotificationKey(rawValue: kCMSampleBufferNotificationParameter_OSStatus as String)
    }

    /// The state of a sample buffer's data.
    public enum DataReadiness: Hashable, Sendable {
        /// The data is not ready yet.
        case notReady
        /// The data is ready.
        case ready
        /// The data will never be ready, for this reason.
        case failed(OSStatus)
    }

    /// The state of the data, or of the data of the buffer that this one tracks.
    public var dataReadiness: DataReadiness {
        let buffer = readinessSource
        if buffer.isMarkedReady { return .ready }
        return buffer.failure == noErr ? .notReady : .failed(buffer.failure)
    }

    /// Marks the data as ready, or as data that will never be ready.
    ///
    /// - Throws: `kCMSampleBufferError_InvalidSampleData` if data that is ready would become unready.
    public func setDataReadiness(_ newValue: DataReadiness) throws {
        switch newValue {
        case .notReady:
            if isReady { throw statusError(kCMSampleBufferError_InvalidSampleData) }
        case .ready: try check(CMSampleBufferSetDataReady(self))
        case .failed(let status): try check(CMSampleBufferSetDataFailed(self, status: status))
        }
    }

    /// Makes the data ready, by the function that the buffer was made with.
    public func makeDataReady() throws { try check(CMSampleBufferMakeDataReady(self)) }

    /// Makes this buffer as ready as another.
    ///
    /// - Throws: `kCMSampleBufferError_RequiredParameterMissing` if the other tracks this one.
    public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
        try check(CMSampleBufferTrackDataReadiness(self, sampleBufferToTrack: sampleBufferToTrack))
    }

    /// The buffer whose readiness is this one's: itself, or the end of the chain of those that it tracks.
    var readinessSource: CMSampleBuffer {
        var buffer = self
        while let next = buffer.trackedBuffer { buffer = next }
        return buffer
    }

    /// Indicates whether the data is ready, also by the buffer that this one tracks.
    var isReady: Bool { readinessSource.isMarkedReady }

    /// Marks the data as ready and posts the notification, once.
    func becomeReady() {
        guard !isMarkedReady else { return }
        isMarkedReady = true
        NotificationCenter.default.post(name: Self.dataBecameReady, object: self)
    }
}

/// Returns whether the data is ready.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isReady }

/// Marks the data as ready, and posts `kCMSampleBufferNotification_DataBecameReady` if it was not.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    let buffer = sbuf.readinessSource
    guard buffer.failure == noErr else { return kCMSampleBufferError_DataFailed }
    buffer.becomeReady()
    return noErr
}

/// Marks the data as data that will never be ready, and posts `kCMSampleBufferNotification_DataFailed`.
///
/// - Parameter status: The reason; 0 stands for `kCMSampleBufferError_DataFailed`.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status: OSStatus) -> OSStatus {
    let buffer = sbuf.readinessSource
    let isFirst = buffer.failure == noErr
    buffer.failure = status == noErr ? kCMSampleBufferError_DataFailed : status
    guard isFirst else { return noErr }
    NotificationCenter.default.post(
        name: CMSampleBuffer.dataFailed, object: buffer,
        userInfo: [CMSampleBuffer.NotificationKey.status.rawValue: NSNumber(value: buffer.failure)])
    return noErr
}

/// Returns whether the data will never be ready.
///
/// - Parameter statusOut: Receives the reason.
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
    let failure = sbuf.readinessSource.failure
    statusOut?.pointee = failure
    return failure != noErr
}

/// Makes the data ready, by the function that the buffer was made with.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    let buffer = sbuf.readinessSource
    guard buffer.isValid else { return kCMSampleBufferError_Invalidated }
    if buffer.isMarkedReady { return noErr }
    guard buffer.failure == noErr else { return kCMSampleBufferError_DataFailed }
    guard let makeReady = buffer.makeReady else { return kCMSampleBufferError_BufferNotReady }
    let status = makeReady(buffer)
    if status == noErr { buffer.becomeReady() }
    return status
}

/// Makes a buffer as ready as another.
///
/// - Returns: `kCMSampleBufferError_RequiredParameterMissing` if the other tracks this buffer, directly or through
///   others.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
    _ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
    guard sbuf.isValid, sampleBufferToTrack.isValid else { return kCMSampleBufferError_Invalidated }
    var buffer: CMSampleBuffer? = sampleBufferToTrack
    while let next = buffer {
        if next === sbuf { return kCMSampleBufferError_RequiredParameterMissing }
        buffer = next.trackedBuffer
    }
    sbuf.trackedBuffer = sampleBufferToTrack
    return noErr
}
