conda create -y -n issue_quantized-clamp-channels-last python=3.11
conda activate issue_quantized-clamp-channels-last
pip install -r requirements.txt pytest
pytest -sx test_issue_quantized-clamp-channels-last.py
