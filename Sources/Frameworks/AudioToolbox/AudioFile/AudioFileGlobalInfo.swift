import AVAudioTypes
import CoreAudioTypes
import Foundation
import SordinoMedia

/// Returns the size of an answer about file types.
///
/// - Parameters:
///   - inPropertyID: The question: one of `kAudioFileGlobalInfo_...`.
///   - inSpecifierSize: Bytes of the specifier.
///   - inSpecifier: The file type, codec or text that the question is about; nil for questions about all file types.
///   - outDataSize: Receives the bytes of the answer.
/// - Returns: `kAudioFileUnsupportedPropertyError`, `kAudioFileUnsupportedFileTypeError`,
///   `kAudioFileBadPropertySizeError` for a specifier of a wrong size.
@discardableResult
public func AudioFileGetGlobalInfoSize(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    StatusError.status {
        outDataSize.pointee = try FileTypeQuestions.answer(
            inPropertyID, .init(start: inSpecifier, count: inSpecifier == nil ? 0 : Int(inSpecifierSize))
        ).byteCount
    }
}

/// Returns an answer about file types.
///
/// - Parameters:
///   - inPropertyID: The question: one of `kAudioFileGlobalInfo_...`.
///   - inSpecifierSize: Bytes of the specifier.
///   - inSpecifier: The file type, codec or text that the question is about; nil for questions about all file types.
///   - ioDataSize: Room for the answer; afterwards its bytes.
///   - outPropertyData: Receives the answer.
/// - Returns: The codes of `AudioFileGetGlobalInfoSize`; `kAudioFileBadPropertySizeError` if there is too little room.
@discardableResult
public func AudioFileGetGlobalInfo(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    StatusError.status {
        let answer = try FileTypeQuestions.answer(
            inPropertyID, .init(start: inSpecifier, count: inSpecifier == nil ? 0 : Int(inSpecifierSize)))
        guard answer.copy(&ioDataSize.pointee, to: outPropertyData) else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
    }
}

/// Answers questions about file types from the registry of containers.
enum FileTypeQuestions {
    /// The answer to a question.
    ///
    /// - Throws: `StatusError`.
    static func answer(_ question: AudioFilePropertyID, _ specifier: UnsafeRawBufferPointer) throws -> PropertyValue {
        switch question {
        case kAudioFileGlobalInfo_ReadableTypes: .array(Containers.all.map(\.fileType.rawValue))
        case kAudioFileGlobalInfo_WritableTypes: .array(Containers.writable.map(\.fileType.rawValue))
        case kAudioFileGlobalInfo_FileTypeName: .object(NSString(string: try container(specifier).name))
        case kAudioFileGlobalInfo_AvailableFormatIDs:
            .array(Containers.writableCodecs(in: try container(specifier)).map(\.rawValue))
        case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat: .array(try descriptions(specifier))
        case kAudioFileGlobalInfo_AllExtensions: .object(texts(Containers.all.flatMap(\.extensions)))
        case kAudioFileGlobalInfo_AllHFSTypeCodes: .array(Containers.all.flatMap(\.oldCodes).map(\.rawValue))
        case kAudioFileGlobalInfo_AllUTIs: .object(texts(Containers.all.flatMap(\.uniformTypes)))
        case kAudioFileGlobalInfo_AllMIMETypes: .object(texts(Containers.all.flatMap(\.mimeTypes)))
        case kAudioFileGlobalInfo_ExtensionsForType: .object(texts(try container(specifier).extensions))
        case kAudioFileGlobalInfo_HFSTypeCodesForType: .array(try container(specifier).oldCodes.map(\.rawValue))
        case kAudioFileGlobalInfo_UTIsForType: .object(texts(try container(specifier).uniformTypes))
        case kAudioFileGlobalInfo_MIMETypesForType: .object(texts(try container(specifier).mimeTypes))
        case kAudioFileGlobalInfo_TypesForMIMEType: .array(try types(specifier) { $0.mimeTypes })
        case kAudioFileGlobalInfo_TypesForUTI: .array(try types(specifier) { $0.uniformTypes })
        case kAudioFileGlobalInfo_TypesForHFSTypeCode:
            .array(try types(of: FourCC(rawValue: value(specifier))))
        case kAudioFileGlobalInfo_TypesForExtension: .array(try typesForExtension(specifier))
        default: throw StatusError(kAudioFileUnsupportedPropertyError)
        }
    }

    private static func value<Value: BitwiseCopyable>(
        _ specifier: UnsafeRawBufferPointer, as _: Value.Type = Value.self
    ) throws -> Value {
        guard specifier.baseAddress != nil, specifier.count == MemoryLayout<Value>.size else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
        return specifier.loadUnaligned(as: Value.self)
    }

    private static func text(_ specifier: UnsafeRawBufferPointer) throws -> String {
        guard let base = specifier.baseAddress, specifier.count == MemoryLayout<UnsafeRawPointer>.size else {
            throw StatusError(kAudioFileBadPropertySizeError)
        }
        guard let text = base.object(as: NSString.self) else { throw StatusError(paramError) }
        return "\(text)".lowercased()
    }

    private static func container(_ specifier: UnsafeRawBufferPointer) throws -> Container {
        guard let container = Containers.named(FourCC(rawValue: try value(specifier))) else {
            throw StatusError(kAudioFileUnsupportedFileTypeError)
        }
        return container
    }

    private static func types(
        _ specifier: UnsafeRawBufferPointer, _ list: (Container) -> [String]
    ) throws -> [UInt32] {
        let wanted = try text(specifier)
        return Containers.all.filter { list($0).contains { $0.lowercased() == wanted } }.map(\.fileType.rawValue)
    }

    private static func types(of oldCode: FourCC) -> [UInt32] {
        Containers.all.filter { $0.oldCodes.contains(oldCode) }.map(\.fileType.rawValue)
    }

    private static func typesForExtension(_ specifier: UnsafeRawBufferPointer) throws -> [UInt32] {
        let wanted = try text(specifier)
        return Containers.all.filter { $0.extensions.contains(wanted) }.map(\.fileType.rawValue)
    }

    private static func texts(_ texts: [String]) -> NSArray {
        var seen = Set<String>()
        return NSArray(array: texts.filter { seen.insert($0).inserted }.map { NSString(string: $0) })
    }

    /// Returns the writable formats of a file type and codec; a field of 0 may have any value.
    private static func descriptions(_ specifier: UnsafeRawBufferPointer) throws -> [AudioStreamBasicDescription] {
        let wanted = try value(specifier, as: AudioFileTypeAndFormatID.self)
        guard let container = Containers.named(FourCC(rawValue: wanted.mFileType)), container.makeWriter != nil else {
            throw StatusError(kAudioFileUnsupportedFileTypeError)
        }
        let id = FourCC(rawValue: wanted.mFormatID)
        guard Containers.writableCodecs(in: container).contains(id) else {
            throw StatusError(kAudioFileUnsupportedDataFormatError)
        }
        guard id == .linearPCM else {
            return [AudioStreamBasicDescription(mFormatID: wanted.mFormatID)]
        }
        return Containers.writableEncodings(in: container).map { encoding in
            var description = MediaFormat(encoding, sampleRate: 0, channelCount: 1).basicDescription
            (description.mBytesPerPacket, description.mFramesPerPacket) = (0, 0)
            (description.mBytesPerFrame, description.mChannelsPerFrame) = (0, 0)
            return description
        }
    }
}

extension AudioStreamBasicDescription {
    fileprivate init(mFormatID: AudioFormatID) {
        self.init()
        self.mFormatID = mFormatID
    }
}
