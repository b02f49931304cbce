import CoreMedia
import Foundation
import SordinoMedia
import SordinoRealtime

/// Writes sample buffers of sound into a file.
///
/// One input of sound makes one track; files with several are not written.
/// - Thread: any; appending waits for the disk.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    /// The state of writing.
    public enum Status: Int, Sendable {
        /// Writing has not begun.
        case unknown = 0
        /// Writing is in progress.
        case writing = 1
        /// The file is complete.
        case completed = 2
        /// Writing failed; `error` has the reason.
        case failed = 3
        /// Writing was cancelled; the file was deleted.
        case cancelled = 4
    }

    private struct State {
        var status = Status.unknown
        var error: (any Error)?
        var inputs: [AVAssetWriterInput] = []
        var sessionStart: CMTime?
        var sessionEnd: CMTime?
    }

    /// The address of the file.
    public let outputURL: URL
    /// The kind of file.
    public let outputFileType: AVFileType
    let container: Container
    private let state = Guarded(State())
    private let items = Guarded<Lent<[AVMetadataItem]>>(Lent([]))

    /// Makes a writer; the file is made when writing begins.
    ///
    /// - Throws: `AVError.Code.operationNotSupportedForAsset` for kinds of files that are not written.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard let container = outputFileType.container else {
            throw AVError.error(
                .operationNotSupportedForAsset, "no files of the type \(outputFileType.rawValue) are written",
                at: outputURL)
        }
        guard outputURL.isFileURL else {
            throw URLError(.unsupportedURL, userInfo: [NSURLErrorKey: outputURL])
        }
        self.outputURL = outputURL
        self.outputFileType = outputFileType
        self.container = container
        super.init()
    }

    /// Makes a writer; the file is made when writing begins.
    ///
    /// - Throws: The errors of `init(outputURL:fileType:)`.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    /// The state of writing.
    open var status: Status { state.withLock { $0.status } }
    /// The error that ended it.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The inputs that take sample buffers.
    open var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }
    /// The kinds of media that such files take.
    open var availableMediaTypes: [AVMediaType] { [.audio] }
    /// The metadata of the file; set before writing begins.
    open var metadata: [AVMetadataItem] {
        get { items.withLock { $0 }.value }
        set {
            let new = Lent(newValue)
            items.withLock { $0 = new }
        }
    }

    private func requireUnbegun(_ call: String) {
        requireCondition(status == .unknown, "*** \(call) cannot be called after writing has started")
    }

    /// Returns whether such files take sound of some settings; nil stands for packets as they come.
    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard mediaType == .audio else { return false }
        guard let outputSettings else { return true }
        guard let (_, description) = try? AVAudioFileSettings.formats(outputSettings, container, outputURL) else {
            return false
        }
        return (try? MediaWriter.check(container, description)) != nil
    }

    /// Returns whether an input can be added: it is the first, and such files take its sound.
    open func canAdd(_ input: AVAssetWriterInput) -> Bool {
        status == .unknown && inputs.isEmpty && input.writer == nil
            && canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
    }

    /// Adds an input; one that does not fit stops the program.
    open func add(_ input: AVAssetWriterInput) {
        requireUnbegun("-[AVAssetWriter addInput:]")
        requireCondition(canAdd(input), "*** -[AVAssetWriter addInput:] Input cannot be added to this writer")
        input.writer = self
        state.withLock { $0.inputs.append(input) }
    }

    /// Begins to write: the file is made, which must not be there.
    ///
    /// - Returns: False if it cannot; `error` says why.
    @discardableResult
    open func startWriting() -> Bool {
        requireUnbegun("-[AVAssetWriter startWriting]")
        do {
            guard !FileManager.default.fileExists(atPath: outputURL.path) else {
                throw AVError.error(.fileAlreadyExists, "there is a file at \(outputURL.path)", at: outputURL)
            }
            guard let input = inputs.first else {
                throw AVError.error(.unknown, "a writer needs an input", at: outputURL)
            }
            try input.begin(MediaFileMaker(path: outputURL.path, container, AVMetadataItem.info(metadata)))
            state.withLock { $0.status = .writing }
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// Sets the time of the sample buffers that is the beginning of the file; samples before it are not written.
    open func startSession(atSourceTime startTime: CMTime) {
        requireCondition(
            status == .writing, "*** -[AVAssetWriter startSessionAtSourceTime:] invalid call: not writing")
        requireCondition(
            startTime.isNumeric, "*** -[AVAssetWriter startSessionAtSourceTime:] startTime must be numeric")
        state.withLock { $0.sessionStart = startTime }
        inputs.first?.startSession(at: startTime)
    }

    /// Sets the time of the sample buffers that is the end of the file; samples behind it are not written.
    open func endSession(atSourceTime endTime: CMTime) {
        guard status == .writing, endTime.isNumeric else { return }
        state.withLock { $0.sessionEnd = endTime }
        inputs.first?.endSession(at: endTime)
    }

    var hasSession: Bool { state.withLock { $0.sessionStart != nil } }

    /// Completes the file.
    ///
    /// - Parameter handler: Called on a queue of the system; `status` then has the result.
    open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .userInitiated).async {
            self.finish()
            handler()
        }
    }

    /// Completes the file; `status` then has the result.
    open func finishWriting() async {
        await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
    }

    private func finish() {
        guard status == .writing else { return }
        do {
            for input in inputs { try input.finish() }
            state.withLock { if $0.status == .writing { $0.status = .completed } }
        } catch { fail(error) }
    }

    /// Gives up: the file is removed.
    open func cancelWriting() {
        let wasWriting = state.withLock { state in
            defer { if state.status == .writing || state.status == .unknown { state.status = .cancelled } }
            return state.status == .writing
        }
        guard wasWriting else { return }
        for input in inputs { try? input.finish() }
        // A file that cannot be removed stays.
        try? FileManager.default.removeItem(at: outputURL)
    }

    func fail(_ error: any Error) {
        let error =
            (error as? MediaError).map { AVError.error($0, at: outputURL) }
            ?? (error is ConversionError
                ? AVError.error(.unknown, "\(error)", at: outputURL, underlying: error) : error)
        state.withLock { state in
            guard state.status == .writing || state.status == .unknown else { return }
            (state.status, state.error) = (.failed, error)
        }
    }
}

/// Makes the file of a writer when its format is known.
struct MediaFileMaker {
    let path: String
    let container: Container
    let info: [MediaProperties.Info]

    init(path: String, _ container: Container, _ info: [MediaProperties.Info]) {
        self.path = path
        self.container = container
        self.info = info
    }

    /// Makes the file.
    ///
    /// - Parameter encodes: Whether frames will be written; if not, packets.
    func make(_ description: MediaDescription, encodes: Bool) throws -> MediaWriter {
        var description = description
        description.info = info
        if encodes { try MediaWriter.check(container, description) }
        return try MediaWriter(FileByteSink(path: path), container, description, encodes: encodes)
    }
}
