conda create -y -n issue_quantize-lstm-projection python=3.11
conda activate issue_quantize-lstm-projection
pip install -r requirements.txt pytest
pytest -sx test_issue_quantize-lstm-projection.py
