#!/usr/bin/env python3
"""Packs the extension as a file that VS Code installs: code --install-extension horn-prolog-0.1.0.vsix"""

import json
import pathlib
import zipfile

HERE = pathlib.Path(__file__).parent
FILES = [
    "package.json", "extension.js", "client.js", "language-configuration.json", "README.md",
    "syntaxes/prolog.tmLanguage.json",
]
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" \
ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default \
Extension=".md" ContentType="text/markdown"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{displayName}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""

package = json.loads((HERE / "package.json").read_text())
manifest = MANIFEST.format(**{
    **package, "categories": ",".join(package["categories"]), "engine": package["engines"]["vscode"],
})
target = pathlib.Path(f"{package['name']}-{package['version']}.vsix")
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
    packed.writestr("[Content_Types].xml", TYPES)
    packed.writestr("extension.vsixmanifest", manifest)
    for file in FILES:
        packed.write(HERE / file, f"extension/{file}")
print(target)
