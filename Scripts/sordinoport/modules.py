"""Modules: what Linux and Sordino have, what each brings, what Apple alone has."""

# What each module of Sordino brings along when it is imported; shown by compiling a line for each name.
BRINGS = {
    "CoreAudioTypes": [],
    "AVAudioTypes": ["CoreAudioTypes", "CoreFoundation types", "more of CoreFoundation"],
    "AudioToolbox": ["CoreAudioTypes", "CoreMIDI", "Foundation", "CoreFoundation types", "more of CoreFoundation", "run loops"],
    "AVFAudio": ["AudioToolbox", "CoreMedia", "observation"],
    "AVFoundation": ["AVFAudio", "MediaToolbox", "logs"],
    "AVKit": ["AVFoundation"],
    "MediaPlayer": ["AVFoundation"],
    "CoreMIDI": ["CoreAudioTypes", "Foundation", "CoreFoundation types"],
    "CoreMedia": ["CoreAudioTypes", "Foundation", "CoreFoundation types"],
    "MediaToolbox": ["CoreMedia"],
    "CoreAudio": ["CoreAudioTypes", "CoreFoundation types", "more of CoreFoundation"],
    "AudioUnit": ["AudioToolbox", "CoreAudio"],
    "CoreAudioKit": ["AudioUnit"],
    "SystemConfiguration": ["CoreAudioTypes", "Foundation", "CoreFoundation types", "more of CoreFoundation"],
    "Accelerate": [],
    "OpenAL": [],
    "os": ["logs"],
    "OSLog": ["os", "logs"],
    "SordinoSimulator": ["AVFAudio"],
    "XCTest": ["Foundation"],
}
SORDINO = set(BRINGS) - {"XCTest"}
LINUX = {
    "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "FoundationInternationalization",
    "CoreFoundation", "Dispatch", "Glibc", "Swift", "XCTest", "Testing", "Observation", "Synchronization", "RegexBuilder",
    "_Concurrency", "_StringProcessing", "Distributed", "Cxx", "CxxStdlib", "_Differentiation", "PackageDescription",
}

NOT_HERE = "there is no such module on Linux: keep the import, and what uses it, behind `#if canImport({0})`"
# Modules of Apple's alone: what to say (None: the sentence above), and what the patch imports on Linux instead.
APPLE = {
    "Darwin": ("the C library is Glibc here", "Glibc"),
    "MachO": (None, None),
    "CryptoKit": ("swift-crypto (module Crypto) has the same types", "Crypto"),
    "CommonCrypto": ("not on Linux: swift-crypto (module Crypto) has digests and ciphers", None),
    "Combine": ("not on Linux: the package OpenCombine serves, or closures", "Foundation"),
    "CoreGraphics": ("not on Linux: Foundation has CGFloat, CGPoint, CGSize and CGRect", "Foundation"),
    "QuartzCore": ("not on Linux: a clock or a timer serves", "Foundation"),
    "simd": ("not on Linux: the standard library has SIMD2 to SIMD64", None),
    "ObjectiveC": ("there is no Objective-C on Linux: keep what uses it behind `#if canImport(ObjectiveC)`", None),
}
WITH_FOUNDATION = """
UIKit AppKit Cocoa SwiftUI WatchKit TVUIKit CoreData CoreImage CoreLocation MapKit WebKit StoreKit UserNotifications PhotosUI
Photos Contacts EventKit HealthKit CloudKit GameKit SpriteKit SceneKit ARKit RealityKit Metal MetalKit MetalPerformanceShaders
CoreML Vision Speech SoundAnalysis ShazamKit NaturalLanguage CallKit PushKit Intents AppIntents ActivityKit WidgetKit
CoreHaptics CoreTelephony CoreBluetooth CoreMotion CoreSpotlight CoreText CoreVideo VideoToolbox ScreenCaptureKit Network
NetworkExtension MultipeerConnectivity SafariServices AuthenticationServices LocalAuthentication QuickLook MessageUI Messages
PencilKit ReplayKit CarPlay GameController GroupActivities BackgroundTasks AdServices AdSupport AppTrackingTransparency
UniformTypeIdentifiers CoreServices MobileCoreServices Security IOKit ServiceManagement Carbon ApplicationServices
AccessibilitySupport Charts SwiftData TipKit MusicKit PHASE DeviceCheck DeveloperToolsSupport CoreTransferable
XPC FoundationModels Translation ImageIO JavaScriptCore PDFKit ClassKit SensorKit ExtensionKit ExtensionFoundation
CoreMediaIO InputMethodKit ScriptingBridge DiskArbitration Compression AppleArchive ExternalAccessory PassKit Accounts Social VisionKit
""".split()
for name in WITH_FOUNDATION:
    APPLE.setdefault(name, (None, "Foundation"))
CLANG_SUBMODULES = SORDINO | {"Foundation", "os", "Dispatch", "CoreFoundation"}


def can_import(name):
    """Whether Linux with Sordino has a module: True, False, or None for a module of the package or another package."""
    first = name.split(".")[0]
    if name in SORDINO or name in LINUX:
        return True
    if first in APPLE or ("." in name and first in CLANG_SUBMODULES):
        return False
    return None


def brought(imports):
    """All that these imports bring here."""
    reached, pending = set(), list(imports)
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += BRINGS.get(name, [])
    return reached
