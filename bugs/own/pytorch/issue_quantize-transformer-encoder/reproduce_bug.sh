conda create -y -n issue_quantize-transformer-encoder python=3.11
conda activate issue_quantize-transformer-encoder
pip install -r requirements.txt pytest
pytest -sx test_issue_quantize-transformer-encoder.py
