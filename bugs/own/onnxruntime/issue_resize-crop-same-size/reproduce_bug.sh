conda create -y -n issue_resize-crop-same-size python=3.11
conda activate issue_resize-crop-same-size
pip install -r requirements.txt pytest
pytest -sx test_issue_resize-crop-same-size.py
