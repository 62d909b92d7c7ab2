conda create -y -n issue_quantized-prelu-positive python=3.11
conda activate issue_quantized-prelu-positive
pip install -r requirements.txt pytest
pytest -sx test_issue_quantized-prelu-positive.py
